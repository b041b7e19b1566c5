package dev.webhookinbox.operations;

import dev.webhookinbox.endpoint.Rejects;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code /api/rejects}: what this node refused lately. Public, with a public constructor, because
 * JAX-RS makes it.
 */
@Path("rejects")
@Produces(MediaType.APPLICATION_JSON)
public class RejectsResource {

  private static final int MOST = 500;

  @Inject Rejects rejects;

  /** For JAX-RS. */
  public RejectsResource() {}

  @GET
  @Operation(
      summary =
          "Deliveries that this node refused lately: time, source, reason, size, address; never body or signature")
  public Response latest(@QueryParam("source") String source) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rejects.latest(source).stream()
        .limit(MOST)
        .forEach(
            it ->
                array.add(
                    Json.createObjectBuilder()
                        .add("firstAt", it.firstAt().toString())
                        .add("lastAt", it.lastAt().toString())
                        .add("times", it.times())
                        .add("source", it.source())
                        .add("reason", it.reason())
                        .add("bytes", it.bytes())
                        .add("remote", it.remote())));
    return Response.ok(Json.createObjectBuilder().add("rejects", array).build().toString()).build();
  }
}
