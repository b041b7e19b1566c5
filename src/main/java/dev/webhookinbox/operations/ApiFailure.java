package dev.webhookinbox.operations;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.lang.System.Logger.Level;

/**
 * Whatever a resource did not answer itself, as a problem document. The text of an exception stays
 * out of it. Public because JAX-RS makes it.
 */
public class ApiFailure implements ExceptionMapper<Exception> {

  private static final System.Logger LOG = System.getLogger(ApiFailure.class.getName());

  /** For JAX-RS. */
  public ApiFailure() {}

  @Override
  public Response toResponse(Exception failure) {
    if (failure instanceof WebApplicationException known
        && known.getResponse().getStatus()
            < Response.Status.INTERNAL_SERVER_ERROR.getStatusCode()) {
      return known.getResponse().hasEntity() ? known.getResponse() : problem(known.getResponse());
    }
    LOG.log(Level.ERROR, "WHI-501 a request failed in an unforeseen way", failure);
    return Problem.of(500, "Internal error", "The server's log says why.").build();
  }

  private static Response problem(Response bare) {
    Response.ResponseBuilder problem =
        switch (bare.getStatus()) {
          case 404 -> Problem.of(404, "Not found", "There is nothing at this path.");
          case 405 -> Problem.of(405, "Method not allowed", "Use a method of the Allow header.");
          case 406 -> Problem.of(406, "Not acceptable", "The answer is application/json.");
          case 415 -> Problem.of(415, "Unsupported media type", "Send application/json.");
          default -> Problem.of(bare.getStatus(), "Refused", "The request cannot be used.");
        };
    String allow = bare.getHeaderString(HttpHeaders.ALLOW);
    return allow == null ? problem.build() : problem.header(HttpHeaders.ALLOW, allow).build();
  }
}
