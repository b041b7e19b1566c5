package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
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
  Receipt store(Delivery delivery, AtomicReference<@Nullable Written> written) {
    Written result = delivery.isSignal() ? signal(delivery) : store(delivery);
    written.set(result);
    return result.receipt();
  }

  private Written store(Delivery delivery) {
    Turns turns = Turns.of(delivery, rules);
    int stored = insert(AcceptSql.STORE, delivery, turns);
    if (stored == delivery.events().size()) {
      return arrived(Receipt.ACCEPTED, true, turns);
    }
    Known known = known(delivery);
    int replays = delivery.keys().size() - Math.toIntExact(known.keys());
    if (replays > 0) {
      recordReplays(delivery);
    }
    if (stored > 0) {
      return arrived(Receipt.ACCEPTED, known.restarted() == 0, turns);
    }
    Receipt receipt = known.keys() > 0 ? Receipt.DUPLICATE : Receipt.REPLAY;
    return known.restarted() > 0
        ? arrived(receipt, false, turns)
        : new Written(receipt, replays == 0);
  }

  private Written signal(Delivery delivery) {
    Turns turns = Turns.of(delivery, rules);
    int opened = insert(AcceptSql.SIGNAL, delivery, turns);
    int forgotten = forgetProgress(delivery);
    return opened > 0
        ? arrived(Receipt.ACCEPTED, false, turns)
        : new Written(Receipt.DUPLICATE, forgotten == 0);
  }

  private int forgetProgress(Delivery delivery) {
    return database
        .createNativeQuery(AcceptSql.FORGET_PROGRESS)
        .setParameter(1, delivery.provider())
        .setParameter(2, column(delivery, VerifiedEvent::accountScope))
        .setParameter(3, column(delivery, VerifiedEvent::eventId))
        .executeUpdate();
  }

  private Written arrived(Receipt receipt, boolean confirmable, Turns turns) {
    arrivals.fire(new WorkArrived(turns.lanes()));
    return new Written(receipt, confirmable);
  }

  private int insert(String sql, Delivery delivery, Turns turns) {
    BodyStore.Row body = bodies.row(delivery.source(), delivery.body());
    return database
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
        .getResultList()
        .size();
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

  private void recordReplays(Delivery delivery) {
    database
        .createNativeQuery(AcceptSql.REPLAYED)
        .setParameter(1, delivery.source())
        .setParameter(2, strangersPrints(delivery))
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
    return delivery.events().stream().map(of).toArray(String[]::new);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
