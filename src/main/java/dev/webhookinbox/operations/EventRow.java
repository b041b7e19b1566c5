package dev.webhookinbox.operations;

import dev.webhookinbox.handler.EventKey;
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
          "nextAttemptAt",
          "orderKey",
          "waitsFor",
          "blocksOrder",
          "redeliveries",
          "redeliveredAt");

  /** How many columns an event's row begins with, whatever follows. */
  static final int WIDTH = COLUMNS.size();

  private static final List<String> ATTEMPT =
      List.of(
          "attempt",
          "startedAt",
          "endedAt",
          "node",
          "handler",
          "outcome",
          "errorClass",
          "message",
          "detail");
  private static final List<String> GUARDED =
      List.of(
          "operation",
          "businessKey",
          "state",
          "reason",
          "decidedBy",
          "decidedWhy",
          "startedAt",
          "finishedAt",
          "result");
  private static final List<String> AUDIT =
      List.of(
          "number", "at", "operator", "action", "reason", "detail", "provider", "account", "id");

  static JsonObjectBuilder event(Object[] row) {
    JsonObjectBuilder json = Json.createObjectBuilder().add("ref", ref(row).text());
    add(json, COLUMNS, row);
    if (((String) row[2]).startsWith(EventKey.TEST)) {
      json.add("test", true);
    }
    return json;
  }

  /** The last column is what a target answered, which could repeat the payload. */
  static JsonObjectBuilder attempt(Object[] row, boolean seesPayloads) {
    List<String> shown = seesPayloads ? ATTEMPT : ATTEMPT.subList(0, ATTEMPT.size() - 1);
    return add(Json.createObjectBuilder(), shown, row);
  }

  /** The last column is what another system gave. */
  static JsonObjectBuilder guarded(Object[] row, boolean seesPayloads) {
    List<String> shown = seesPayloads ? GUARDED : GUARDED.subList(0, GUARDED.size() - 1);
    return add(Json.createObjectBuilder(), shown, row);
  }

  private static JsonObjectBuilder add(JsonObjectBuilder json, List<String> names, Object[] row) {
    for (int at = 0; at < names.size(); at++) {
      add(json, names.get(at), row[at]);
    }
    return json;
  }

  static JsonObjectBuilder audit(Object[] row) {
    JsonObjectBuilder json = add(Json.createObjectBuilder(), AUDIT, row);
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
