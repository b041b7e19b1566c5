package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * The door of the inbox for workers. Each method is one statement in a transaction of its own, on
 * the pool that handlers cannot exhaust. All times are the database's (P16).
 */
@Dependent
@Transactional(REQUIRES_NEW)
public class Queue {

  @PersistenceContext(unitName = "inbox-claim")
  EntityManager database;

  /** The most that one {@link #rescue} takes. */
  public static final int RESCUED_AT_ONCE = 200;

  @Inject BodyStore bodies;

  /**
   * Takes up to {@code most} due jobs, the longest due first, and counts the attempt. No other node
   * gets them before the lease has ended.
   *
   * @param owner this node, unique to each of its starts
   * @param after nothing due before this is looked at; {@link QueuePosition#START} for all
   * @param withSuspect whether one may be among them, or come on top, that is {@linkplain
   *     ClaimedJob#isSuspect() suspected}; more than one never is
   */
  public List<ClaimedJob> claim(
      String owner, int most, Duration lease, QueuePosition after, boolean withSuspect) {
    List<?> rows =
        database
            .createNativeQuery(withSuspect ? QueueSql.claimWithSuspect(most) : QueueSql.claim(most))
            .setParameter(1, owner)
            .setParameter(2, lease.toMillis())
            .setParameter(3, after.time())
            .getResultList();
    return rows.stream().map(row -> ClaimedRow.of((Object[]) row, bodies)).toList();
  }

  /**
   * The accounts that have something pending, in their order.
   *
   * @param after the last of a former answer, or {@link Tenant#START}
   * @return a few dozen at the most
   */
  public List<Tenant> tenants(Tenant after) {
    List<?> rows =
        database
            .createNativeQuery(QueueSql.TENANTS)
            .setParameter(1, after.source())
            .setParameter(2, after.accountScope())
            .getResultList();
    return rows.stream().map(row -> Tenant.of((Object[]) row)).toList();
  }

  /** As {@link #claim}, at the most {@code each} of each of these accounts, in their order. */
  public List<ClaimedJob> claimOfEach(
      String owner, List<Tenant> tenants, int each, int most, Duration lease) {
    List<?> rows =
        database
            .createNativeQuery(QueueSql.claimOfEach(each, most))
            .setParameter(1, owner)
            .setParameter(2, lease.toMillis())
            .setParameter(3, tenants.stream().map(Tenant::source).toArray(String[]::new))
            .setParameter(4, tenants.stream().map(Tenant::accountScope).toArray(String[]::new))
            .getResultList();
    return rows.stream().map(row -> ClaimedRow.of((Object[]) row, bodies)).toList();
  }

  /**
   * Prolongs the leases of all that {@code owner} still holds.
   *
   * @return those leases; what is not among them is lost
   */
  public Set<Lease> renew(String owner, Duration lease) {
    List<?> rows =
        database
            .createNativeQuery(QueueSql.RENEW)
            .setParameter(1, owner)
            .setParameter(2, lease.toMillis())
            .getResultList();
    Set<Lease> held = new HashSet<>();
    rows.forEach(row -> held.add(ClaimedRow.lease((Object[]) row)));
    return held;
  }

  /**
   * Has a lease end by itself: no renewal prolongs it, and the {@link #rescue} that takes the job
   * up keeps this reason.
   */
  public void letEnd(Lease lease, String reason) {
    SettleStatement.letEnd(database, lease, reason);
  }

  /** Ends a lease before its time: the next {@link #rescue} takes the job up. */
  public void abandon(Lease lease) {
    SettleStatement.abandon(database, lease);
  }

  /**
   * Gives a job back.
   *
   * @return false if the lease is lost, and then nothing was changed (P7)
   */
  public boolean settle(Lease lease, Settlement settlement) {
    return SettleStatement.run(database, lease, settlement);
  }

  /**
   * Ends many jobs in one statement.
   *
   * @param outcomes how each ended, by its lease
   * @return those that were ended; of the others the lease is lost, and nothing was changed (P7)
   */
  public Set<Lease> settle(SortedMap<Lease, String> outcomes) {
    return SettleStatement.all(database, outcomes);
  }

  /**
   * Records that one of several handlers is done with an event.
   *
   * @return false if the lease is lost, and then nothing was changed (P7)
   */
  public boolean progress(Lease lease, String handler) {
    return SettleStatement.progress(database, lease, handler);
  }

  /**
   * Records that one of several handlers has failed for good, while the job goes on for others.
   *
   * @param outcome {@code gave-up} or {@code exhausted}
   * @return false if the lease is lost, and then nothing was changed (P7)
   */
  public boolean giveUp(Lease lease, String outcome, Failure failure) {
    return SettleStatement.giveUp(database, lease, outcome, failure);
  }

  /**
   * The handlers that an event is over for.
   *
   * @return how each ended: {@code done} with it, {@code gave-up} or {@code exhausted} in the
   *     present budget of attempts
   */
  public Map<String, String> progressOf(JobKey key) {
    List<?> rows =
        database
            .createNativeQuery(QueueSql.PROGRESS_OF)
            .setParameter(1, key.provider())
            .setParameter(2, key.accountScope())
            .setParameter(3, key.eventId())
            .getResultList();
    return rows.stream()
        .map(row -> (Object[]) row)
        .collect(
            Collectors.toMap(row -> (String) row[0], row -> (String) row[1], (done, any) -> done));
  }

  /**
   * Takes the jobs of dead workers out of their hands: due again at once, or failed if the attempt
   * that was lost had been the last (P6).
   *
   * @return how many; at {@link #RESCUED_AT_ONCE} there may be more
   */
  public int rescue(int maxAttempts) {
    return database
        .createNativeQuery(QueueSql.RESCUE)
        .setParameter(1, maxAttempts)
        .getResultList()
        .size();
  }
}
