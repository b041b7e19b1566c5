package dev.webhookinbox.inbox;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a JSON document, by JSON pointers (RFC 6901); {@code *} as a step into an array means
 * each of its elements.
 */
final class JsonFields {

  /** The pointers as a tree; a leaf means the value with all that is in it. */
  private final Map<String, JsonFields> steps = new HashMap<>();

  static boolean isPointer(String text) {
    return text.matches("(/([^~/]|~[01])*)+");
  }

  static JsonFields of(Collection<String> pointers) {
    JsonFields root = new JsonFields();
    pointers.forEach(root::add);
    return root;
  }

  private void add(String pointer) {
    JsonFields at = this;
    for (String step : pointer.substring(1).split("/", -1)) {
      String name = step.replace("~1", "/").replace("~0", "~");
      at = at.steps.computeIfAbsent(name, any -> new JsonFields());
      if (at.isWhole) {
        return;
      }
    }
    at.isWhole = true;
    at.steps.clear();
  }

  private boolean isWhole;

  boolean isEmpty() {
    return steps.isEmpty();
  }

  /** The document with nothing but these; absent if it has none of them. */
  Optional<JsonValue> keep(JsonValue value) {
    if (isWhole) {
      return Optional.of(value);
    }
    return each(value, (step, part) -> step == null ? Optional.empty() : step.keep(part), false)
        .filter(kept -> !JsonValue.EMPTY_JSON_OBJECT.equals(kept))
        .filter(kept -> !JsonValue.EMPTY_JSON_ARRAY.equals(kept));
  }

  /** The document without these; absent if that is nothing. */
  Optional<JsonValue> drop(JsonValue value) {
    if (isWhole) {
      return Optional.empty();
    }
    return each(value, (step, part) -> step == null ? Optional.of(part) : step.drop(part), true);
  }

  private interface Part extends BiFunction<@Nullable JsonFields, JsonValue, Optional<JsonValue>> {}

  /** A scalar has no parts: it stays where what is not named stays. */
  private Optional<JsonValue> each(JsonValue value, Part part, boolean scalars) {
    if (value instanceof JsonObject object) {
      JsonObjectBuilder some = Json.createObjectBuilder();
      object.forEach(
          (name, member) ->
              part.apply(steps.get(name), member).ifPresent(kept -> some.add(name, kept)));
      return Optional.of(some.build());
    }
    if (value instanceof JsonArray array) {
      JsonArrayBuilder some = Json.createArrayBuilder();
      for (int at = 0; at < array.size(); at++) {
        part.apply(element(at), array.get(at)).ifPresent(some::add);
      }
      return Optional.of(some.build());
    }
    return scalars ? Optional.of(value) : Optional.empty();
  }

  private @Nullable JsonFields element(int at) {
    JsonFields own = steps.get(Integer.toString(at));
    return own == null ? steps.get("*") : own;
  }
}
