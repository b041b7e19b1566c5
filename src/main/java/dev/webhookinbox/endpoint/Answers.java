package dev.webhookinbox.endpoint;

import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.Source;
import jakarta.json.Json;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * What the front door says. Every refusal is a problem document (RFC 9457) of fixed phrases; no 404
 * or 410 is given for a source that exists, because several providers then drop the hook.
 */
final class Answers {

  static final String RESULT = "Inbox-Result";
  private static final String PROBLEM = "application/problem+json";
  private static final int RETRY_AFTER_SECONDS = 10;

  static Response success(Answer answer, String result) {
    Response.ResponseBuilder response = Response.status(answer.status()).header(RESULT, result);
    answer.headers().forEach(response::header);
    if (answer.contentType() != null) {
      response.entity(answer.body()).type(answer.contentType());
    }
    return response.build();
  }

  static Response noSuchSource() {
    return problem(404, "No such source", "There is no source of this name.").build();
  }

  static Response methodNotAllowed(Source source) {
    List<String> allowed = new ArrayList<>();
    for (String method : List.of("POST", "GET", "HEAD", "OPTIONS")) {
      if (method.equals("POST") || source.acceptsMethod(method)) {
        allowed.add(method);
      }
    }
    return problem(405, "Method not allowed", "Deliveries come as POST.")
        .header(HttpHeaders.ALLOW, String.join(", ", allowed))
        .build();
  }

  static Response tooLarge(long limit) {
    return problem(413, "Body too large", "The limit of this source is " + limit + " bytes.")
        .header("Connection", "close")
        .build();
  }

  static Response incomplete() {
    return problem(400, "Body incomplete", "The body ended before its end.").build();
  }

  static Response notAuthentic(String reason) {
    return problem(401, "Not authentic", reason).build();
  }

  /**
   * For a provider that takes an answer with a body for a failure. Without an entity at all Payara
   * would add its own page.
   */
  static Response notAuthentic() {
    return Response.status(401).type(MediaType.TEXT_PLAIN_TYPE).entity("").build();
  }

  static Response notUsable(String reason) {
    return problem(400, "Not usable", reason).build();
  }

  static Response tryAgain(String detail) {
    return problem(503, "Try again", detail)
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .build();
  }

  static Response.ResponseBuilder problem(int status, String title, String detail) {
    String document =
        Json.createObjectBuilder()
            .add("type", "about:blank")
            .add("title", title)
            .add("status", status)
            .add("detail", detail)
            .build()
            .toString();
    return Response.status(status).type(PROBLEM).entity(document);
  }

  private Answers() {}
}
