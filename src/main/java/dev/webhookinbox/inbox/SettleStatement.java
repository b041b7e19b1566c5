package dev.webhookinbox.inbox;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settling, on whichever unit the caller's transaction is. */
final class SettleStatement {

  static final int LONGEST_REASON = 500;
  private static final int LONGEST_DETAIL = 2_000;

  static boolean run(EntityManager database, Lease lease, Settlement settlement) {
    return statement(database, lease, settlement).executeUpdate() == 1;
  }

  /** Ends many with these outcomes; returns those that it ended. */
  static Set<Lease> all(EntityManager database, SortedMap<Lease, String> outcomes) {
    List<?> rows =
        database
            .createNativeQuery(QueueSql.ALL_DONE)
            .setParameter(1, column(outcomes, lease -> lease.key().provider()))
            .setParameter(2, column(outcomes, lease -> lease.key().accountScope()))
            .setParameter(3, column(outcomes, lease -> lease.key().eventId()))
            .setParameter(4, column(outcomes, lease -> Long.toString(lease.token())))
            .setParameter(5, outcomes.values().toArray(String[]::new))
            .getResultList();
    Set<Lease> ended = new HashSet<>();
    rows.forEach(row -> ended.add(ClaimedRow.lease((Object[]) row)));
    return ended;
  }

  private static String[] column(SortedMap<Lease, String> outcomes, Function<Lease, String> of) {
    return outcomes.keySet().stream().map(of).toArray(String[]::new);
  }

  private static Query statement(EntityManager database, Lease lease, Settlement settlement) {
    if (settlement instanceof Settlement.Done done) {
      return of(database, done.applies() ? QueueSql.DONE_AND_APPLIED : QueueSql.DONE, lease)
          .setParameter(5, done.outcome());
    }
    if (settlement instanceof Settlement.Again again) {
      return why(of(database, QueueSql.AGAIN, lease), again.failure())
          .setParameter(5, again.delay().toMillis());
    }
    if (settlement instanceof Settlement.Failed failed) {
      return why(of(database, QueueSql.FAILED, lease), failed.failure())
          .setParameter(5, failed.outcome());
    }
    if (settlement instanceof Settlement.Later later) {
      return of(database, QueueSql.LATER, lease)
          .setParameter(5, later.delay().toMillis())
          .setParameter(6, orEmpty(later.slotOf()));
    }
    if (settlement instanceof Settlement.Spent spent) {
      return of(database, QueueSql.SPENT, lease)
          .setParameter(5, spent.outcome())
          .setParameter(6, spent.counts() ? 0 : 1);
    }
    if (settlement instanceof Settlement.Unreadable unreadable) {
      return of(database, QueueSql.UNREADABLE, lease)
          .setParameter(5, unreadable.delay().toMillis())
          .setParameter(6, unreadable.reason());
    }
    if (settlement instanceof Settlement.Parked parked) {
      return of(database, QueueSql.PARKED, lease).setParameter(5, parked.subject());
    }
    return of(database, QueueSql.UNSTARTED, lease);
  }

  static boolean progress(EntityManager database, Lease lease, String handler) {
    Query held = of(database, QueueSql.PROGRESS, lease).setParameter(5, handler);
    return ((Number) held.getSingleResult()).intValue() == 1;
  }

  static boolean giveUp(EntityManager database, Lease lease, String outcome, Failure failure) {
    Query held = why(of(database, QueueSql.GIVE_UP, lease), failure).setParameter(5, outcome);
    return held.executeUpdate() == 1;
  }

  static void letEnd(EntityManager database, Lease lease, String reason) {
    of(database, QueueSql.LET_END, lease)
        .setParameter(5, KeptText.of(reason, LONGEST_REASON))
        .executeUpdate();
  }

  static void abandon(EntityManager database, Lease lease) {
    of(database, QueueSql.ABANDON, lease).executeUpdate();
  }

  static Query of(EntityManager database, String sql, Lease lease) {
    return database
        .createNativeQuery(sql)
        .setParameter(1, lease.key().provider())
        .setParameter(2, lease.key().accountScope())
        .setParameter(3, lease.key().eventId())
        .setParameter(4, lease.token());
  }

  private static Query why(Query query, Failure failure) {
    return query
        .setParameter(6, KeptText.of(failure.reason(), LONGEST_REASON))
        .setParameter(7, orEmpty(failure.handler()))
        .setParameter(8, orEmpty(failure.errorClass()))
        .setParameter(9, KeptText.of(orEmpty(failure.detail()), LONGEST_DETAIL));
  }

  /** A null would have no type for PostgreSQL: the statements take the empty text for none. */
  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private SettleStatement() {}
}
