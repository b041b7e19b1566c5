package dev.webhookinbox.retention;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** One portion in a short transaction of its own; none while another node purges. */
@Dependent
@Transactional(REQUIRES_NEW)
class Purge {

  @PersistenceContext(unitName = "inbox-work")
  EntityManager database;

  /** The rows of a portion. */
  static final int MOST = 500;

  @Inject Periods periods;
  @Inject HistoryPeriods history;

  /**
   * What one portion came to.
   *
   * @param next where the next portion begins; absent if there is none
   */
  record Portion(long gone, Optional<String> next) {}

  Portion payloads(String after) {
    return portion(PurgeSql.PAYLOADS, after, Periods.Period::payload, periods.shortestPayload());
  }

  Portion identities(String after) {
    return portion(
        PurgeSql.IDENTITIES, after, Periods.Period::identity, periods.shortestIdentity());
  }

  /** How many went; fewer than {@link #MOST} if no more are old. */
  long audit() {
    return history(PurgeSql.AUDIT, history.audit());
  }

  /** How many went; fewer than {@link #MOST} if no more are old. */
  long attempts() {
    return history(PurgeSql.ATTEMPTS, history.attempts());
  }

  /** How many went; fewer than {@link #MOST} if no more are old. */
  long orders() {
    return history(PurgeSql.ORDERS, history.orders());
  }

  private long history(String sql, Duration keep) {
    return isAlone()
        ? ((Number)
                database.createNativeQuery(sql).setParameter(1, keep.toSeconds()).getSingleResult())
            .longValue()
        : 0;
  }

  private boolean isAlone() {
    return database.createNativeQuery(PurgeSql.ALONE).getSingleResult().equals("true");
  }

  private Portion portion(
      String sql, String after, Function<Periods.Period, Duration> of, Duration shortest) {
    if (!isAlone()) {
      return new Portion(0, Optional.empty());
    }
    Object[] row =
        (Object[])
            database
                .createNativeQuery(sql)
                .setParameter(1, periods.bySource().keySet().toArray(String[]::new))
                .setParameter(2, seconds(of))
                .setParameter(3, after)
                .setParameter(4, shortest.toSeconds())
                .setParameter(5, of.apply(Periods.OTHERS).toSeconds())
                .getSingleResult();
    return new Portion(((Number) row[0]).longValue(), Optional.ofNullable((String) row[1]));
  }

  /** As texts, which PostgreSQL casts: not every persistence provider takes an array of numbers. */
  private String[] seconds(Function<Periods.Period, Duration> of) {
    return periods.bySource().values().stream()
        .map(period -> Long.toString(of.apply(period).toSeconds()))
        .toArray(String[]::new);
  }
}
