package dev.webhookinbox.operations;

import dev.webhookinbox.observability.Metrics;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.Operation;

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

  /** For JAX-RS. */
  public SourcesResource() {}

  @GET
  @Operation(summary = "Sources with their configuration, last delivery and jobs by state")
  public Response all() {
    Map<String, Map<String, Long>> jobs = metrics.jobs();
    Map<String, Long> ages = metrics.oldestPendingSeconds();
    Map<String, Long> last = events.lastDeliveries();
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
      array.add(json.add("jobs", counts));
    }
    return Response.ok(Json.createObjectBuilder().add("sources", array).build().toString()).build();
  }
}
