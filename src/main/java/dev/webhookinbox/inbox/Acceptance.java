package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The transactions of {@link Inbox}, each of which ends when its method does. */
@Dependent
@Transactional(REQUIRES_NEW)
class Acceptance {

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  @Inject Event<WorkArrived> arrivals;
  @Inject OrderRules rules;
  @Inject BodyStore bodies;

  /**
   * Stores what is new.
   *
   * @param written set once the rows are written and only the commit is left
   */
  Written store(Delivery delivery, AtomicReference<@Nullable Written> written) {
    Written result = delivery.isSignal() ? signal(delivery) : store(delivery);
    written.set(result);
    return result;
  }

  private Written store(Delivery delivery) {
    Turns turns = Turns.of(delivery, rules);
    Set<JobKey> stored = insert(AcceptSql.STORE, delivery, turns);
    if (stored.size() == delivery.events().size()) {
      return arrived(Receipt.ACCEPTED, true, turns, List.of());
    }
    List<JobKey> before = delivery.keys().stream().filter(key -> !stored.contains(key)).toList();
    Known known = known(delivery);
    int replays = delivery.keys().size() - Math.toIntExact(known.keys());
    if (replays > 0 && recordReplays(delivery) == 0) {
      throw new IllegalStateException("what was in the way has just been purged");
    }
    if (!stored.isEmpty()) {
      return arrived(Receipt.ACCEPTED, known.restarted() == 0, turns, before);
    }
    Receipt receipt = known.keys() > 0 ? Receipt.DUPLICATE : Receipt.REPLAY;
    return known.restarted() > 0
        ? arrived(receipt, false, turns, before)
        : new Written(receipt, replays == 0, before);
  }

  private Written signal(Delivery delivery) {
    Turns turns = Turns.of(delivery, rules);
    boolean opened = !insert(AcceptSql.SIGNAL, delivery, turns).isEmpty();
    int forgotten = forgetProgress(delivery);
    return opened
        ? arrived(Receipt.ACCEPTED, false, turns, List.of())
        : new Written(Receipt.DUPLICATE, forgotten == 0, List.of());
  }

  private int forgetProgress(Delivery delivery) {
    Query forget =
        database
            .createNativeQuery(AcceptSql.FORGET_PROGRESS)
            .setParameter(1, delivery.provider())
            .setParameter(2, column(delivery, VerifiedEvent::accountScope))
            .setParameter(3, column(delivery, VerifiedEvent::eventId));
    return ((Number) forget.getSingleResult()).intValue();
  }

  private Written arrived(Receipt receipt, boolean confirmable, Turns turns, List<JobKey> before) {
    arrivals.fire(new WorkArrived(turns.lanes()));
    return new Written(receipt, confirmable, before);
  }

  /** The keys of the rows that it wrote. */
  private Set<JobKey> insert(String sql, Delivery delivery, Turns turns) {
    BodyStore.Row body = bodies.row(delivery.source(), delivery.body());
    List<?> rows =
        database
            .createNativeQuery(sql)
            .setParameter(1, column(delivery, VerifiedEvent::accountScope))
            .setParameter(2, column(delivery, VerifiedEvent::eventId))
            .setParameter(3, column(delivery, VerifiedEvent::type))
            .setParameter(4, column(delivery, VerifiedEvent::objectKey))
            .setParameter(5, delivery.provider())
            .setParameter(6, delivery.source())
            .setParameter(7, delivery.binding().name().toLowerCase(Locale.ROOT))
            .setParameter(8, body.sha256())
            .setParameter(9, orEmpty(delivery.contentType()))
            .setParameter(10, orEmpty(delivery.contentEncoding()))
            .setParameter(11, body.bytes())
            .setParameter(12, Fingerprint.prints(delivery))
            .setParameter(13, turns.keys())
            .setParameter(14, turns.versions())
            .setParameter(15, turns.blocks())
            .setParameter(16, body.keyId())
            .setParameter(17, body.kept())
            .setParameter(18, orEmpty(delivery.traceparent()))
            .getResultList();
    return rows.stream()
        .map(Object[].class::cast)
        .map(row -> new JobKey(delivery.provider(), (String) row[0], (String) row[1]))
        .collect(Collectors.toUnmodifiableSet());
  }

  private record Known(long keys, long restarted) {}

  private Known known(Delivery delivery) {
    Object[] counts =
        (Object[])
            database
                .createNativeQuery(AcceptSql.KNOWN)
                .setParameter(1, delivery.provider())
                .setParameter(2, column(delivery, VerifiedEvent::accountScope))
                .setParameter(3, column(delivery, VerifiedEvent::eventId))
                .setParameter(4, Fingerprint.of(delivery.body()))
                .setParameter(5, delivery.bodyIsStable())
                .getSingleResult();
    return new Known(((Number) counts[0]).longValue(), ((Number) counts[1]).longValue());
  }

  private int recordReplays(Delivery delivery) {
    return database
        .createNativeQuery(AcceptSql.REPLAYED)
        .setParameter(1, delivery.source())
        .setParameter(2, strangersPrints(delivery))
        .executeUpdate();
  }

  /** Adds to the redeliveries of events; those that are not there are passed over. */
  void cameAgain(Map<JobKey, Integer> times) {
    List<Map.Entry<JobKey, Integer>> rows = List.copyOf(times.entrySet());
    database
        .createNativeQuery(AcceptSql.CAME_AGAIN)
        .setParameter(1, texts(rows, row -> row.getKey().provider()))
        .setParameter(2, texts(rows, row -> row.getKey().accountScope()))
        .setParameter(3, texts(rows, row -> row.getKey().eventId()))
        .setParameter(4, texts(rows, row -> String.valueOf(row.getValue())))
        .executeUpdate();
  }

  /** Of the events that are not known by their own id: only these imitate another. */
  private @Nullable String[] strangersPrints(Delivery delivery) {
    @Nullable String[] prints = Fingerprint.prints(delivery);
    for (int place = 0; place < prints.length; place++) {
      if (database.find(Job.class, delivery.keyAt(place)) != null) {
        prints[place] = null;
      }
    }
    return prints;
  }

  /** Whether every one of the keys has its row, seen by a transaction of its own. */
  boolean holds(List<JobKey> keys) {
    return keys.stream().allMatch(key -> database.find(Job.class, key) != null);
  }

  boolean answers() {
    return !database.createNativeQuery("SELECT 1").getResultList().isEmpty();
  }

  private static @Nullable String[] column(
      Delivery delivery, Function<VerifiedEvent, ? extends @Nullable String> of) {
    return texts(delivery.events(), of);
  }

  private static <T> @Nullable String[] texts(
      List<T> rows, Function<? super T, ? extends @Nullable String> of) {
    return rows.stream().map(of).toArray(String[]::new);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
