package dev.webhookinbox.operations;

import dev.webhookinbox.endpoint.Rejects;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.observability.Metrics;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/**
 * {@code /api/sources}: the endpoints and how they fare. Public, with a public constructor, because
 * JAX-RS makes it.
 */
@Path("sources")
@Produces(MediaType.APPLICATION_JSON)
public class SourcesResource {

  @Inject Sources sources;
  @Inject Metrics metrics;
  @Inject Events events;
  @Inject SourceFacts facts;
  @Inject Rejects rejects;
  @Inject Pausing pausing;
  @Inject PauseSwitch pauses;
  @Inject TestEvents tests;
  @Context SecurityContext caller;

  /** For JAX-RS. */
  public SourcesResource() {}

  @GET
  @Operation(
      summary = "Sources with their configuration, last delivery, jobs by state, rejects by reason")
  public Response all() {
    Map<String, Map<String, Long>> jobs = metrics.jobs();
    Map<String, Long> ages = metrics.oldestPendingSeconds();
    Map<String, Long> last = events.lastDeliveries();
    Map<String, JsonObject> paused = pausing.all();
    JsonArrayBuilder array = Json.createArrayBuilder();
    for (Source source : sources.all()) {
      JsonObjectBuilder json =
          Json.createObjectBuilder()
              .add("name", source.name())
              .add("provider", source.provider())
              .add("path", "/hooks/" + source.name())
              .add("redeliversFor", source.redeliversFor().toString())
              .add("configuration", facts.of(source.name()));
      json.add("oldestPendingSeconds", ages.getOrDefault(source.name(), 0L));
      EventRow.add(json, "lastDeliveryAt", last.get(source.name()));
      JsonObjectBuilder counts = Json.createObjectBuilder();
      jobs.getOrDefault(source.name(), Map.of()).forEach(counts::add);
      JsonObjectBuilder reasons = Json.createObjectBuilder();
      rejects.byReason(source.name()).forEach(reasons::add);
      JsonObject pause = paused.get(Pauses.source(source.name()));
      if (pause != null) {
        json.add("paused", pause);
      }
      array.add(json.add("jobs", counts).add("rejects", reasons));
    }
    return Response.ok(Json.createObjectBuilder().add("sources", array).build().toString()).build();
  }

  @POST
  @Path("{source}/pause")
  @Operation(summary = "Pauses a source: it answers 503 and starts no job")
  @RequestBody(description = Ask.WITH_REASON)
  public Response pause(@PathParam("source") String source, InputStream body) {
    return pauses.pause(Pauses.source(source), sources.named(source).isPresent(), deed(body));
  }

  @POST
  @Path("{source}/resume")
  @Operation(summary = "Ends the pause of a source")
  @RequestBody(description = Ask.WITH_REASON)
  public Response resume(@PathParam("source") String source, InputStream body) {
    return pauses.resume(Pauses.source(source), sources.named(source).isPresent(), deed(body));
  }

  @POST
  @Path("{source}/test")
  @Operation(summary = "Sends an event that never happened, signed by the source's own secret")
  @RequestBody(description = "{\"reason\": \"why\", \"type\": \"inbox.test\"}")
  public Response test(@PathParam("source") String source, InputStream body) {
    Ask ask = Ask.of(body);
    return sources
        .named(source)
        .map(it -> tests.send(it, ask, operator()))
        .orElseGet(
            () -> Problem.of(404, "No such source", "There is no source of this name.").build());
  }

  private Deed deed(InputStream body) {
    return new Deed(operator(), Ask.of(body).reason());
  }

  private String operator() {
    return caller.getUserPrincipal().getName();
  }
}
