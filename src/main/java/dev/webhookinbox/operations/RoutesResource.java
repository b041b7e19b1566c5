package dev.webhookinbox.operations;

import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.observability.Metrics;
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
 * {@code /api/routes}: routes and handlers, paused and resumed. Public, with a public constructor,
 * because JAX-RS makes it.
 */
@Path("routes")
@Produces(MediaType.APPLICATION_JSON)
public class RoutesResource {

  @Inject Handlers handlers;
  @Inject Metrics metrics;
  @Inject Pausing pausing;
  @Inject PauseSwitch pauses;
  @Context SecurityContext caller;

  /** For JAX-RS. */
  public RoutesResource() {}

  @GET
  @Operation(
      summary =
          "Routes and handlers: which events they take, how many of them are not done, and whether they are paused")
  public Response all() {
    Map<String, JsonObject> paused = pausing.all();
    JsonArrayBuilder array = Json.createArrayBuilder();
    for (Registration handler : handlers.all()) {
      JsonObjectBuilder json =
          Json.createObjectBuilder()
              .add("name", handler.label())
              .add("provider", handler.provider())
              .add("types", Json.createArrayBuilder(handler.types()));
      EventRow.add(json, "source", handler.source());
      JsonObjectBuilder jobs = Json.createObjectBuilder();
      metrics.unfinished(handler::takes).forEach(jobs::add);
      json.add("jobs", jobs);
      JsonObject pause = paused.get(Pauses.route(handler.label()));
      array.add(pause == null ? json : json.add("paused", pause));
    }
    return Response.ok(Json.createObjectBuilder().add("routes", array).build().toString()).build();
  }

  @POST
  @Path("{route}/pause")
  @Operation(summary = "Pauses a route: its events are accepted and wait")
  @RequestBody(description = Ask.WITH_REASON)
  public Response pause(@PathParam("route") String route, InputStream body) {
    return pauses.pause(Pauses.route(route), isKnown(route), deed(body));
  }

  @POST
  @Path("{route}/resume")
  @Operation(summary = "Ends the pause of a route")
  @RequestBody(description = Ask.WITH_REASON)
  public Response resume(@PathParam("route") String route, InputStream body) {
    return pauses.resume(Pauses.route(route), isKnown(route), deed(body));
  }

  private boolean isKnown(String route) {
    return handlers.all().stream().anyMatch(handler -> handler.label().equals(route));
  }

  private Deed deed(InputStream body) {
    return new Deed(caller.getUserPrincipal().getName(), Ask.of(body).reason());
  }
}
