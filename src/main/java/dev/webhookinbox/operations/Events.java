package dev.webhookinbox.operations;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import dev.webhookinbox.inbox.BodyStore;
import dev.webhookinbox.inbox.BodyUnreadable;
import dev.webhookinbox.inbox.WorkArrived;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.WebApplicationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The transactions of the API: each action together with its audit. */
@Dependent
@Transactional(REQUIRES_NEW)
class Events {

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  @Inject Event<WorkArrived> arrivals;
  @Inject BodyStore bodies;

  /** A page behind a place; {@code next} is absent at the end. */
  JsonObject list(EventFilter filter, EventRef behind, int limit) {
    List<Object[]> rows = rows(walk(EventSql.list(filter, limit + 1), filter, behind));
    JsonObjectBuilder page =
        Json.createObjectBuilder()
            .add("events", array(rows.stream().limit(limit).toList(), EventRow::event));
    if (rows.size() > limit) {
      page.add("next", EventRow.ref(rows.get(limit - 1)).text());
    } else {
      walkEnd(filter, behind)
          .ifPresent(
              end ->
                  page.add("next", end.text())
                      .add("searchedTo", EventRow.instant(end.acceptedMicros())));
    }
    return page.build();
  }

  /** Where the search paused, if it did before the table ended. */
  private Optional<EventRef> walkEnd(EventFilter filter, EventRef behind) {
    Query query = database.createNativeQuery(EventSql.walkEnd(filter));
    return rows(behind.behind(query.setParameter(1, filter.from()), 2)).stream()
        .map(
            row ->
                new EventRef(
                    (String) row[0], (String) row[1], (String) row[2], EventRow.number(row[3])))
        .findFirst();
  }

  private Query walk(String sql, EventFilter filter, EventRef behind) {
    return behind.behind(filter.on(database.createNativeQuery(sql)), 10);
  }

  /**
   * One event whole, without its payload.
   *
   * @param seesPayloads whether the caller may read what could hold a part of it: answers of
   *     targets, results of actions
   */
  Optional<JsonObject> one(EventRef ref, boolean seesPayloads) {
    return rows(ref.on(database.createNativeQuery(EventSql.ONE))).stream()
        .findFirst()
        .map(row -> whole(ref, row, seesPayloads));
  }

  private JsonObject whole(EventRef ref, Object[] row, boolean seesPayloads) {
    Object size = row[EventRow.WIDTH + 3];
    JsonObjectBuilder payload = Json.createObjectBuilder().add("kept", size != null);
    EventRow.add(payload, "contentType", row[EventRow.WIDTH + 1]);
    EventRow.add(payload, "contentEncoding", row[EventRow.WIDTH + 2]);
    EventRow.add(payload, "size", size);
    return EventRow.event(row)
        .add("bodyBinding", (String) row[EventRow.WIDTH])
        .add("payload", payload)
        .add(
            "handlersDone",
            of(
                ref,
                EventSql.HANDLED,
                done ->
                    Json.createObjectBuilder()
                        .add("handler", (String) done[0])
                        .add("at", EventRow.instant(EventRow.number(done[1])))))
        .add("attemptsFailed", of(ref, EventSql.ATTEMPTS, it -> EventRow.attempt(it, seesPayloads)))
        .add("guardedActions", of(ref, EventSql.GUARDED, it -> EventRow.guarded(it, seesPayloads)))
        .add("actions", of(ref, EventSql.AUDIT_OF_EVENT, EventRow::audit))
        .build();
  }

  private JsonArrayBuilder of(EventRef ref, String sql, Function<Object[], JsonObjectBuilder> one) {
    return array(rows(ref.on(database.createNativeQuery(sql))), one);
  }

  /** The exact bytes; absent if they are past their retention. */
  Optional<byte[]> payload(EventRef ref) {
    return rows(ref.on(database.createNativeQuery(EventSql.PAYLOAD))).stream()
        .findFirst()
        .map(this::opened);
  }

  private byte[] opened(Object[] row) {
    try {
      return bodies.open((byte[]) row[0], (@Nullable String) row[2], (byte[]) row[3]);
    } catch (BodyUnreadable e) {
      throw new WebApplicationException(
          Problem.of(409, "Conflict", String.valueOf(e.getMessage())).build());
    }
  }

  boolean retry(EventRef ref, String operator, String reason) {
    boolean changed = changed(EventSql.RETRY, ref, operator, reason);
    if (changed) {
      arrivals.fire(new WorkArrived(Set.of()));
    }
    return changed;
  }

  boolean discard(EventRef ref, String operator, String reason) {
    return changed(EventSql.DISCARD, ref, operator, reason);
  }

  /** Lets those go on that wait behind a failed event; the worker gives them their turns. */
  boolean release(EventRef ref, String operator, String reason) {
    return changed(EventSql.RELEASE, ref, operator, reason);
  }

  private boolean changed(String sql, EventRef ref, String operator, String reason) {
    Query query = ref.on(database.createNativeQuery(sql));
    return count(query.setParameter(4, operator).setParameter(5, reason)) == 1;
  }

  /** How many a {@link #retryAll} would take up. */
  long retriable(EventFilter filter, int most) {
    return count(filter.on(database.createNativeQuery(EventSql.COUNT)).setParameter(10, most));
  }

  long retryAll(EventFilter filter, int most, int perSecond, String operator, String reason) {
    long changed =
        count(
            filter
                .on(database.createNativeQuery(EventSql.RETRY_ALL))
                .setParameter(10, most)
                .setParameter(11, perSecond)
                .setParameter(12, operator)
                .setParameter(13, reason)
                .setParameter(14, filter.json().toString()));
    arrivals.fire(new WorkArrived(Set.of()));
    return changed;
  }

  /** What was done, newest first, before a number. */
  JsonObject audit(long before) {
    List<Object[]> rows =
        rows(database.createNativeQuery(EventSql.AUDIT_PAGE).setParameter(1, before));
    JsonObjectBuilder page =
        Json.createObjectBuilder()
            .add("actions", array(rows.stream().limit(100).toList(), EventRow::audit));
    if (rows.size() > 100) {
      page.add("next", EventRow.number(rows.get(99)[0]));
    }
    return page.build();
  }

  /** By source, as far back as a page looks. */
  Map<String, Long> lastDeliveries() {
    Map<String, Long> last = new HashMap<>();
    rows(database.createNativeQuery(EventSql.LAST_DELIVERIES))
        .forEach(row -> last.put((String) row[0], EventRow.number(row[1])));
    return last;
  }

  private static JsonArrayBuilder array(
      List<Object[]> rows, Function<Object[], JsonObjectBuilder> one) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    rows.forEach(row -> array.add(one.apply(row)));
    return array;
  }

  @SuppressWarnings("unchecked") // several columns
  private static List<Object[]> rows(Query query) {
    return query.getResultList();
  }

  private static long count(Query query) {
    return EventRow.number(query.getSingleResult());
  }
}
