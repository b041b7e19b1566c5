package dev.webhookinbox.inbox;

import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;

/** Settling, on whichever unit the caller's transaction is. */
final class SettleStatement {

  private static final int LONGEST_REASON = 500;

  static boolean run(EntityManager database, Lease lease, Settlement settlement) {
    return statement(database, lease, settlement).executeUpdate() == 1;
  }

  private static Query statement(EntityManager database, Lease lease, Settlement settlement) {
    if (settlement instanceof Settlement.Done done) {
      return of(database, QueueSql.DONE, lease).setParameter(5, done.outcome());
    }
    if (settlement instanceof Settlement.Again again) {
      return of(database, QueueSql.AGAIN, lease)
          .setParameter(5, again.delay().toMillis())
          .setParameter(6, bounded(again.reason()));
    }
    if (settlement instanceof Settlement.Failed failed) {
      return of(database, QueueSql.FAILED, lease)
          .setParameter(5, failed.outcome())
          .setParameter(6, bounded(failed.reason()));
    }
    return of(database, QueueSql.UNSTARTED, lease);
  }

  static boolean progress(EntityManager database, Lease lease, String handler) {
    Query held = of(database, QueueSql.PROGRESS, lease).setParameter(5, handler);
    return ((Number) held.getSingleResult()).intValue() == 1;
  }

  private static Query of(EntityManager database, String sql, Lease lease) {
    return database
        .createNativeQuery(sql)
        .setParameter(1, lease.key().provider())
        .setParameter(2, lease.key().accountScope())
        .setParameter(3, lease.key().eventId())
        .setParameter(4, lease.token());
  }

  /** What PostgreSQL's text cannot hold is replaced, so that a reason never prevents settling. */
  private static String bounded(String reason) {
    String printable = reason.replaceAll("[\\p{Cntrl}\\p{Cs}]", " ").strip();
    if (printable.length() <= LONGEST_REASON) {
      return printable;
    }
    boolean splits = Character.isHighSurrogate(printable.charAt(LONGEST_REASON - 1));
    return printable.substring(0, splits ? LONGEST_REASON - 1 : LONGEST_REASON);
  }

  private SettleStatement() {}
}
