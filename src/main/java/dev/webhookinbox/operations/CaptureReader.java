package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.TimeForm;
import jakarta.json.Json;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParserFactory;
import java.io.ByteArrayInputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a captured request from the JSON document that describes it, event by event: what nests
 * deeper than the document does is refused before it is read. Used once.
 */
final class CaptureReader {

  static final int MOST_BODY = 1 << 20;

  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());
  private static final int MOST_HEADERS = 200;

  private final Set<String> seen = new HashSet<>();
  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private String method = "POST";
  private String url = "";
  private byte[] body = new byte[0];
  private @Nullable Instant at;

  private CaptureReader() {}

  /**
   * @throws jakarta.ws.rs.WebApplicationException with a problem document that says what is wrong
   */
  static Capture read(byte[] json) {
    CaptureReader reader = new CaptureReader();
    try (JsonParser parser = PARSERS.createParser(new ByteArrayInputStream(json), UTF_8)) {
      reader.document(parser);
    } catch (Malformed e) {
      throw Problem.badRequest(e.detail);
    } catch (RuntimeException e) {
      // not only JsonException: numbers beyond the parser's limits have other types
      throw Problem.badRequest("The request is not a JSON document.");
    }
    return reader.capture();
  }

  private Capture capture() {
    return new Capture(method, url, headers, body, at);
  }

  private void document(JsonParser parser) {
    require(parser.next() == Event.START_OBJECT, "Send a JSON object.");
    while (parser.next() == Event.KEY_NAME) {
      member(parser, parser.getString());
    }
    require(!parser.hasNext(), "Send one JSON object and nothing after it.");
    require(seen.contains("headers"), "Give the headers.");
    require(body.length <= MOST_BODY, "The captured body is over 1 MiB.");
  }

  private void member(JsonParser parser, String name) {
    require(seen.add(name), "A member is there twice.");
    switch (name) {
      case "method" -> method = text(parser, name).toUpperCase(Locale.ROOT);
      case "url" -> url = text(parser, name);
      case "headers" -> headers(parser);
      case "body" -> body = plain(text(parser, name));
      case "bodyBase64" -> body = base64(text(parser, name));
      case "at" -> at = instant(text(parser, name));
      default ->
          throw new Malformed(
              "A member is not known: use method, url, headers, body or bodyBase64, and at.");
    }
    require(
        !(seen.contains("body") && seen.contains("bodyBase64")),
        "Give body or bodyBase64, not both.");
  }

  private void headers(JsonParser parser) {
    require(parser.next() == Event.START_OBJECT, "headers must be an object.");
    while (parser.next() == Event.KEY_NAME) {
      String name = parser.getString();
      headers.computeIfAbsent(name, any -> new ArrayList<>()).addAll(values(parser));
      require(headers.size() <= MOST_HEADERS, "There are too many headers.");
    }
  }

  private static List<String> values(JsonParser parser) {
    Event first = parser.next();
    if (first == Event.VALUE_STRING) {
      return List.of(parser.getString());
    }
    require(first == Event.START_ARRAY, "A header must be a text or a list of texts.");
    List<String> values = new ArrayList<>();
    for (Event next = parser.next(); next != Event.END_ARRAY; next = parser.next()) {
      require(next == Event.VALUE_STRING, "A header must be a text or a list of texts.");
      values.add(parser.getString());
    }
    return values;
  }

  private static String text(JsonParser parser, String name) {
    require(parser.next() == Event.VALUE_STRING, name + " must be a text.");
    return parser.getString();
  }

  private static byte[] plain(String text) {
    require(UTF_8.newEncoder().canEncode(text), "body is no text that has bytes: use bodyBase64.");
    return text.getBytes(UTF_8);
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new Malformed("bodyBase64 is not base64.");
    }
  }

  private static Instant instant(String text) {
    return TimeForm.ISO
        .read(text)
        .orElseThrow(() -> new Malformed("at must be a time such as 2026-01-31T12:00:00Z."));
  }

  private static void require(boolean holds, String detail) {
    if (!holds) {
      throw new Malformed(detail);
    }
  }

  private static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String detail;

    Malformed(String detail) {
      super(detail);
      this.detail = detail;
    }
  }
}
