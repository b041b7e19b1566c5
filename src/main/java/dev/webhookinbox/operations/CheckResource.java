package dev.webhookinbox.operations;

import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/**
 * {@code /api/sources/{source}/check}: says why a captured request is refused. Public, with a
 * public constructor, because JAX-RS makes it.
 */
@Path("sources/{source}/check")
public class CheckResource {

  @Inject Checking checking;
  @Context SecurityContext caller;

  /** For JAX-RS. */
  public CheckResource() {}

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Produces(MediaType.APPLICATION_JSON)
  @Operation(summary = "Says why a captured request is refused; stores and runs nothing")
  @RequestBody(
      description =
          "{\"method\", \"url\", \"headers\", \"body\" or \"bodyBase64\", \"at\"}: see src/docs/checking.md")
  public Response check(@PathParam("source") String source, InputStream body) {
    return checking.check(source, caller.getUserPrincipal().getName(), body);
  }
}
