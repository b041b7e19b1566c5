package dev.webhookinbox.operations;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as both persistence providers return them, as JSON. */
final class EventRow {

  private static final List<String> COLUMNS =
      List.of(
          "provider",
          "account",
          "id",
          "source",
          "type",
          "state",
          "outcome",
          "attempts",
          "lastError",
          "replays",
          "altered",
          "objectKey",
          "acceptedAt",
          "finishedAt",
          "nextAttemptAt");
  private static final List<String> AUDIT =
      List.of(
          "number", "at", "operator", "action", "reason", "detail", "provider", "account", "id");

  static JsonObjectBuilder event(Object[] row) {
    JsonObjectBuilder json = Json.createObjectBuilder().add("ref", ref(row).text());
    for (int at = 0; at < COLUMNS.size(); at++) {
      add(json, COLUMNS.get(at), row[at]);
    }
    return json;
  }

  static JsonObjectBuilder audit(Object[] row) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    for (int at = 0; at < AUDIT.size(); at++) {
      add(json, AUDIT.get(at), row[at]);
    }
    if (row[8] != null) {
      json.add("ref", new EventRef((String) row[6], (String) row[7], (String) row[8], 0).text());
    }
    return json;
  }

  /** What a list goes on behind. */
  static EventRef ref(Object[] row) {
    return new EventRef((String) row[0], (String) row[1], (String) row[2], number(row[12]));
  }

  static void add(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value instanceof Number number) {
      addNumber(json, name, number.longValue());
    } else if (value != null) {
      json.add(name, value.toString());
    }
  }

  private static void addNumber(JsonObjectBuilder json, String name, long number) {
    if (name.equals("at") || name.endsWith("At")) {
      json.add(name, instant(number));
    } else {
      json.add(name, number);
    }
  }

  static String instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
  }

  static long number(Object value) {
    return ((Number) value).longValue();
  }

  private EventRow() {}
}
