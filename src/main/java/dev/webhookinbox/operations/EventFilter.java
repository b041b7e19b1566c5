package dev.webhookinbox.operations;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.persistence.Query;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which events; an empty text asks for nothing.
 *
 * @param type exact, or a prefix that ends in {@code *}
 * @param object the object's key or the ordering key, exact
 * @param from the earliest acceptance, in microseconds of the epoch
 * @param to the first acceptance that is too late
 */
record EventFilter(
    String source,
    String account,
    String type,
    String state,
    String outcome,
    String id,
    String error,
    String object,
    long from,
    long to) {

  /** The names, as in the query of a URL and in a document. */
  static final List<String> NAMES =
      List.of(
          "source", "account", "type", "state", "outcome", "id", "error", "object", "from", "to");

  /** Later than all; within what a double holds exactly, as intervals are multiplied in such. */
  static final long END = 9_000_000_000_000_000L;

  private static final List<String> STATES = List.of("", "pending", "running", "done", "failed");
  private static final int LONGEST = 1_000;

  /**
   * Reads it.
   *
   * @param values gives the text of a name, null if there is none
   */
  static EventFilter of(UnaryOperator<@Nullable String> values) {
    UnaryOperator<String> text = name -> text(name, values.apply(name));
    String state = text.apply("state");
    if (!STATES.contains(state)) {
      throw Problem.badRequest("state is pending, running, done or failed.");
    }
    return new EventFilter(
        text.apply("source"),
        text.apply("account"),
        text.apply("type"),
        state,
        text.apply("outcome"),
        text.apply("id"),
        text.apply("error"),
        text.apply("object"),
        micros(text.apply("from"), 0),
        micros(text.apply("to"), END));
  }

  private static String text(String name, @Nullable String value) {
    if (value == null) {
      return "";
    }
    if (value.length() > LONGEST || value.indexOf('\0') >= 0) {
      throw Problem.badRequest(name + " is no text that could be found.");
    }
    return value;
  }

  private static long micros(String instant, long otherwise) {
    try {
      return instant.isEmpty()
          ? otherwise
          : Math.max(
              0, Math.min(END, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(instant))));
    } catch (DateTimeException | ArithmeticException e) {
      throw Problem.badRequest("from and to are instants such as 2027-01-31T00:00:00Z.");
    }
  }

  Query on(Query query) {
    return query
        .setParameter(1, source)
        .setParameter(2, account)
        .setParameter(3, type)
        .setParameter(4, outcome)
        .setParameter(5, id)
        .setParameter(6, error)
        .setParameter(7, object)
        .setParameter(8, from)
        .setParameter(9, to);
  }

  /** A state that has an index of its own and few rows is sought there. */
  String walkedState() {
    return state.isEmpty() || state.equals("done") ? "" : "AND state = '" + state + "'";
  }

  String otherState() {
    return state.equals("done") ? "AND j.state = 'done'" : "";
  }

  /** For the audit, without what was not asked for. */
  JsonObject json() {
    JsonObjectBuilder json = Json.createObjectBuilder();
    List<String> texts = List.of(source, account, type, state, outcome, id, error, object);
    for (int at = 0; at < texts.size(); at++) {
      if (!texts.get(at).isEmpty()) {
        json.add(NAMES.get(at), texts.get(at));
      }
    }
    if (from > 0) {
      json.add("from", EventRow.instant(from));
    }
    if (to < END) {
      json.add("to", EventRow.instant(to));
    }
    return json.build();
  }
}
