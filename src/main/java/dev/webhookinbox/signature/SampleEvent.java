package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An event that never happened, for a test of what is behind the signature.
 *
 * @param id unique; two tests of one id are one event
 * @param type of characters that need no escape in JSON or a header
 */
public record SampleEvent(String id, String type) {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/-]{1,100}");

  public SampleEvent {
    if (!isPlain(id) || !isPlain(type)) {
      throw new IllegalArgumentException("no plain id or type");
    }
  }

  /** Whether a text can be an id or a type here. */
  public static boolean isPlain(String text) {
    return PLAIN.matcher(text).matches();
  }

  /** A request with this JSON document, not signed yet. */
  public RawRequest request(String json) {
    return new RawRequest(
        "POST",
        "http://localhost/",
        Headers.of(Map.of("Content-Type", List.of("application/json"))),
        json.getBytes(UTF_8));
  }

  /** The same without a field of its own in the document. */
  public RawRequest request() {
    return request("{\"type\":\"%s\",\"test\":\"%s\"}".formatted(type, id));
  }
}
