package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.signature.Document;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much of a source's bodies is kept.
 *
 * @param kept {@code all}, {@code fields} or {@code hash}
 */
record StoreRule(String kept, JsonFields keep, JsonFields drop) {

  static final StoreRule ALL =
      new StoreRule("all", JsonFields.of(List.of()), JsonFields.of(List.of()));
  private static final JsonReaderFactory READERS = Json.createReaderFactory(Map.of());
  private static final Stored NOTHING = new Stored(new byte[0], "hash");

  /** What is to be written. */
  @SuppressWarnings("ArrayRecordComponent") // passed on once; a copy would cost its size
  record Stored(byte[] bytes, String kept) {}

  static StoreRule read(Settings settings, String source) {
    String key = "inbox.source." + source + ".store";
    String kept = settings.text(key).orElse("all");
    if (!List.of("all", "fields", "hash").contains(kept)) {
      settings.fault(key, "is none of its words", "give one of all, fields, hash");
    }
    StoreRule rule =
        new StoreRule(kept, pointers(settings, key + ".keep"), pointers(settings, key + ".drop"));
    boolean names = !rule.keep.isEmpty() || !rule.drop.isEmpty();
    if (kept.equals("fields") != names) {
      settings.fault(
          key,
          names ? "has keep or drop, and is not fields" : "is fields, with neither keep nor drop",
          "set store=fields together with store.keep or store.drop");
    }
    return rule;
  }

  private static JsonFields pointers(Settings settings, String key) {
    List<String> pointers = settings.list(key);
    if (!pointers.stream().allMatch(JsonFields::isPointer)) {
      settings.fault(key, "holds what is no JSON pointer", "give such as /data/customer/email");
      return JsonFields.of(List.of());
    }
    return JsonFields.of(pointers);
  }

  /** Of what is no JSON document nobody can tell the fields: nothing is kept then. */
  Stored of(byte[] body) {
    return switch (kept) {
      case "hash" -> NOTHING;
      case "fields" -> fields(body).map(bytes -> new Stored(bytes, kept)).orElse(NOTHING);
      default -> new Stored(body, kept);
    };
  }

  private Optional<byte[]> fields(byte[] body) {
    if (Document.of(body).isEmpty()) {
      return Optional.empty();
    }
    try (JsonReader reader = READERS.createReader(new ByteArrayInputStream(body), UTF_8)) {
      JsonStructure whole = reader.read();
      Optional<JsonValue> some = keep.isEmpty() ? Optional.of(whole) : keep.keep(whole);
      return some.flatMap(drop::drop).map(value -> value.toString().getBytes(UTF_8));
    }
  }
}
