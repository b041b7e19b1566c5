package dev.webhookinbox.signature;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A JSON object or array that a provider sent, read by pointers that never fail. */
public final class Document {

  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

  private static final int MOST_ITEMS = 20_000;

  private final JsonValue root;

  private Document(JsonValue root) {
    this.root = root;
  }

  /**
   * The document of these bytes; absent if they are no JSON object or array in UTF-8, if anything
   * follows it, or if it is nested beyond reason.
   */
  public static Optional<Document> of(byte[] json) {
    return JsonDepth.isBearable(json) ? utf8(json).flatMap(Document::of) : Optional.empty();
  }

  /** As {@link #of(byte[])}, of a text that was inside another form. */
  public static Optional<Document> of(String json) {
    if (!JsonDepth.isBearable(json.getBytes(StandardCharsets.UTF_8))) {
      return Optional.empty();
    }
    try (JsonParser parser = PARSERS.createParser(new StringReader(json))) {
      parser.next();
      JsonValue value = parser.getValue();
      boolean isWhole = value instanceof JsonStructure && !parser.hasNext();
      return isWhole ? Optional.of(new Document(value)) : Optional.empty();
    } catch (RuntimeException e) {
      // not only JsonException: numbers beyond the parser's limits have other types
      return Optional.empty();
    }
  }

  /** Strictly: a replacement character could make two ids one. */
  private static Optional<String> utf8(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  public boolean isObject() {
    return root instanceof JsonObject;
  }

  public boolean isArray() {
    return root instanceof JsonArray;
  }

  /** The text, number or boolean at a JSON pointer (RFC 6901) such as {@code /data/id}. */
  public Optional<String> text(String pointer) {
    return at(pointer).flatMap(value -> scalar(value.root));
  }

  /** The value at a pointer, whatever it is; absent if there is none. */
  public Optional<Document> at(String pointer) {
    @Nullable JsonValue value = root;
    for (String step : steps(pointer)) {
      value = value == null ? null : step(value, step);
    }
    return Optional.ofNullable(value).map(Document::new);
  }

  /** The member of this name, which may hold any character. */
  public Optional<Document> member(String name) {
    return root instanceof JsonObject object
        ? Optional.ofNullable(object.get(name)).map(Document::new)
        : Optional.empty();
  }

  /**
   * The elements of the array at a pointer ({@code ""} is the document); absent if there is none,
   * or one of more than any provider sends.
   */
  public Optional<List<Document>> array(String pointer) {
    return at(pointer)
        .filter(Document::isArray)
        .map(array -> array.root.asJsonArray())
        .filter(array -> array.size() <= MOST_ITEMS)
        .map(array -> array.stream().map(Document::new).toList());
  }

  /** The same, and nothing where there is no array: ask {@link #hasTooMany} before. */
  public List<Document> items(String pointer) {
    return array(pointer).orElse(List.of());
  }

  /** Whether there is an array anywhere in it of more elements than any provider sends. */
  public boolean hasTooMany() {
    return hasTooMany(root);
  }

  private static boolean hasTooMany(JsonValue value) {
    if (value instanceof JsonArray array) {
      return array.size() > MOST_ITEMS || array.stream().anyMatch(Document::hasTooMany);
    }
    return value instanceof JsonObject object
        && object.values().stream().anyMatch(Document::hasTooMany);
  }

  /** The names of this object's members; none if it is no object. */
  public List<String> names() {
    return root instanceof JsonObject object ? List.copyOf(object.keySet()) : List.of();
  }

  private static List<String> steps(String pointer) {
    return pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/", -1));
  }

  private static @Nullable JsonValue step(JsonValue value, String step) {
    if (value instanceof JsonObject object) {
      return object.get(step.replace("~1", "/").replace("~0", "~"));
    }
    return value instanceof JsonArray array ? element(array, step) : null;
  }

  private static @Nullable JsonValue element(JsonArray array, String step) {
    boolean isIndex = step.matches("[0-9]{1,6}");
    return isIndex && Integer.parseInt(step) < array.size()
        ? array.get(Integer.parseInt(step))
        : null;
  }

  private static Optional<String> scalar(JsonValue value) {
    return switch (value.getValueType()) {
      case STRING -> Optional.of(((JsonString) value).getString());
      case NUMBER, TRUE, FALSE -> Optional.of(value.toString());
      default -> Optional.empty();
    };
  }

  /** The value as JSON again: equal for equal values in the same order. Not the bytes received. */
  public String json() {
    return root.toString();
  }

  /** Nothing of the content. */
  @Override
  public String toString() {
    return "Document[" + root.getValueType() + "]";
  }
}
