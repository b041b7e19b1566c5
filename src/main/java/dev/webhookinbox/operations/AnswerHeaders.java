package dev.webhookinbox.operations;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;

/** No cache keeps what users alone may see. Public because JAX-RS makes it. */
public class AnswerHeaders implements ContainerResponseFilter {

  /** For JAX-RS. */
  public AnswerHeaders() {}

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
    response.getHeaders().putSingle("X-Content-Type-Options", "nosniff");
  }
}
