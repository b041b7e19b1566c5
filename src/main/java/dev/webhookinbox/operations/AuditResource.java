package dev.webhookinbox.operations;

import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code /api/audit}: what operators did. Public, with a public constructor, because JAX-RS makes
 * it.
 */
@Path("audit")
@Produces(MediaType.APPLICATION_JSON)
public class AuditResource {

  @Inject Events events;

  /** For JAX-RS. */
  public AuditResource() {}

  @GET
  @Operation(summary = "What operators did, newest first: who, when, why")
  public Response audit(@QueryParam("before") @DefaultValue("999999999") String before) {
    int number = Ask.number("before", before, Integer.MAX_VALUE);
    return Response.ok(events.audit(number).toString()).build();
  }
}
