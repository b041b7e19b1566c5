package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** The rates of routes over all nodes, by the database's clock (P16). */
@Dependent
@Transactional(REQUIRES_NEW)
public class Rates {

  /** One slot after the other; those that nobody took are gone. */
  private static final String RESERVE =
      """
      INSERT INTO webhook_rates AS known (route, next_slot)
      VALUES (?1, now() + ?2 * interval '1 microsecond')
      ON CONFLICT (route) DO UPDATE
        SET next_slot = greatest(known.next_slot, now()) + ?2 * interval '1 microsecond'
      RETURNING CAST(extract(epoch FROM next_slot - now()) * 1000000 AS bigint) - CAST(?2 AS bigint)
      """;

  @PersistenceContext(unitName = "inbox-claim")
  EntityManager database;

  /**
   * Reserves the next call of a route.
   *
   * @param interval from one call to the next
   * @return how long to wait for it; zero: now
   */
  public Duration reserve(String route, Duration interval) {
    Object micros =
        database
            .createNativeQuery(RESERVE)
            .setParameter(1, route)
            .setParameter(2, interval.toNanos() / 1_000)
            .getSingleResult();
    return Duration.of(Math.max(0, ((Number) micros).longValue()), ChronoUnit.MICROS);
  }
}
