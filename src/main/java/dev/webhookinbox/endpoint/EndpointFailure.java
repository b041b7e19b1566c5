package dev.webhookinbox.endpoint;

import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.lang.System.Logger.Level;

/**
 * Whatever the front door did not answer itself. An unforeseen failure says "try again", since the
 * event is not known to be stored; its text stays in the log. Public because JAX-RS makes it.
 */
public class EndpointFailure implements ExceptionMapper<Exception> {

  private static final System.Logger LOG = System.getLogger(EndpointFailure.class.getName());

  /** For JAX-RS. */
  public EndpointFailure() {}

  @Override
  public Response toResponse(Exception failure) {
    if (failure instanceof NotFoundException) {
      return Answers.noSuchSource();
    }
    if (failure instanceof NotAllowedException) {
      return Answers.problem(405, "Method not allowed", "Deliveries come as POST.")
          .header(HttpHeaders.ALLOW, "POST")
          .build();
    }
    LOG.log(Level.ERROR, "WHI-305 a request failed in an unforeseen way", failure);
    return Answers.tryAgain("The event is not known to be stored.");
  }
}
