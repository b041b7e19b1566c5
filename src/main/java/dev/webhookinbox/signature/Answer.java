package dev.webhookinbox.signature;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the provider wants back. */
public record Answer(
    int status, @Nullable String contentType, String body, Map<String, String> headers) {

  public Answer {
    headers = Map.copyOf(headers);
  }

  /** A status, no body. */
  public static Answer empty(int status) {
    return new Answer(status, null, "", Map.of());
  }

  /**
   * Plain text that a browser will not take for anything else: the text comes from the request, and
   * an echo of HTML would run on this host.
   */
  public static Answer echo(String text) {
    return new Answer(200, "text/plain", text, Map.of("X-Content-Type-Options", "nosniff"));
  }

  public static Answer json(int status, String body) {
    return new Answer(
        status, "application/json", body, Map.of("X-Content-Type-Options", "nosniff"));
  }
}
