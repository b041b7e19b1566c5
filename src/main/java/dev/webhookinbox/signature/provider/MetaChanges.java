package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Document;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The events in a body of Meta's, each as a flat document: {@code object}, {@code entry}, {@code
 * field}, {@code timestamp}; of WhatsApp {@code id} and {@code status}, of the others the {@code
 * value} that changed. The {@code time} of the entry is that of sending, so it counts only where
 * nothing else tells two changes apart.
 */
final class MetaChanges {

  private MetaChanges() {}

  static Optional<List<Document>> of(Document body) {
    String object = body.text("/object").orElse("");
    return body.array("/entry")
        .filter(all -> !body.hasTooMany())
        .map(all -> all.stream().flatMap(entry -> events(object, entry).stream()).toList());
  }

  /** An entry of a form that is not known here is one event, so that it is not lost. */
  private static List<Document> events(String object, Document entry) {
    List<Document> known = known(object, entry).toList();
    return known.isEmpty() ? List.of(other(object, entry, "", Optional.of(entry))) : known;
  }

  private static Stream<Document> known(String object, Document entry) {
    Stream<Document> changes =
        entry.items("/changes").stream().flatMap(change -> change(object, entry, change));
    Stream<Document> messaging =
        Stream.of("messaging", "standby")
            .flatMap(
                field ->
                    entry.items("/" + field).stream()
                        .map(item -> other(object, entry, field, Optional.of(item))));
    return Stream.concat(changes, messaging);
  }

  private static Stream<Document> change(String object, Document entry, Document change) {
    String field = change.text("/field").orElse("");
    List<Document> messages = change.items("/value/messages");
    List<Document> statuses = change.items("/value/statuses");
    boolean allHaveIds =
        Stream.concat(messages.stream(), statuses.stream())
            .allMatch(item -> item.text("/id").isPresent());
    return allHaveIds && !(messages.isEmpty() && statuses.isEmpty())
        ? Stream.concat(
            messages.stream().map(it -> message(object, entry, field + ".messages", it)),
            statuses.stream().map(it -> message(object, entry, field + ".statuses", it)))
        : Stream.of(other(object, entry, field, change.at("/value")));
  }

  /** The id alone names a message; a status of it is another event for each step. */
  private static Document message(String object, Document entry, String field, Document item) {
    JsonObjectBuilder json = common(object, entry, field);
    for (String name : List.of("id", "status", "timestamp")) {
      item.text("/" + name).ifPresent(value -> json.add(name, value));
    }
    return built(json);
  }

  private static Document other(
      String object, Document entry, String field, Optional<Document> value) {
    JsonObjectBuilder json = common(object, entry, field);
    Optional<String> own = value.flatMap(MetaChanges::ownTime);
    Optional<String> id = value.flatMap(it -> it.text("/message/mid"));
    own.or(() -> entry.text("/time")).ifPresent(time -> json.add("timestamp", time));
    if (own.isEmpty() && id.isEmpty()) {
      entry.text("/time").ifPresent(time -> json.add("time", time));
    }
    id.ifPresent(it -> json.add("id", it));
    value.ifPresent(it -> json.add("value", it.json()));
    return built(json);
  }

  private static Optional<String> ownTime(Document value) {
    return value.text("/timestamp").or(() -> value.text("/created_time"));
  }

  private static JsonObjectBuilder common(String object, Document entry, String field) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    entry.text("/id").ifPresent(id -> json.add("entry", id));
    return (field.isEmpty() ? json : json.add("field", field)).add("object", object);
  }

  private static Document built(JsonObjectBuilder json) {
    return Document.of(json.build().toString()).orElseThrow();
  }
}
