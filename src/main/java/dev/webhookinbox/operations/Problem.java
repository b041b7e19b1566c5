package dev.webhookinbox.operations;

import jakarta.json.Json;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;

/** A refusal as a problem document (RFC 9457) of fixed phrases. */
final class Problem {

  static final String TYPE = "application/problem+json";

  private Problem() {}

  static Response.ResponseBuilder of(int status, String title, String detail) {
    String document =
        Json.createObjectBuilder()
            .add("type", "about:blank")
            .add("title", title)
            .add("status", status)
            .add("detail", detail)
            .build()
            .toString();
    return Response.status(status).type(TYPE).entity(document);
  }

  static Response.ResponseBuilder tooMany(String detail, int seconds) {
    return of(429, "Too many requests", detail).header(HttpHeaders.RETRY_AFTER, seconds);
  }

  /** To be thrown: a request that cannot be used, and why. */
  static WebApplicationException badRequest(String detail) {
    return new WebApplicationException(of(400, "Bad request", detail).build());
  }
}
