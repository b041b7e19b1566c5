package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The guard's records of actions in other systems (P9). Each method is a transaction of its own, on
 * the pool that handlers cannot exhaust; those of a holder change nothing once its lease is lost
 * (P7).
 */
@Dependent
@Transactional(REQUIRES_NEW)
public class Actions {

  @PersistenceContext(unitName = "inbox-claim")
  EntityManager database;

  @Inject Event<WorkArrived> arrivals;

  /**
   * Records that a holder is at an action, unless another is or it is done.
   *
   * @throws LeaseLost if the job is in other hands
   */
  public ActionState begin(ActionKey action, Lease lease) {
    requireHeld(lease);
    if (byHolder(ActionSql.INSERT, action, lease).executeUpdate() == 1) {
      return new ActionState.Begun();
    }
    of(ActionSql.LOCK, action).getResultList();
    List<?> found = of(ActionSql.FIND, action).setParameter(5, eventOf(lease)).getResultList();
    return found.isEmpty()
        ? new ActionState.Busy() // purged just now
        : found(action, lease, (Object[]) found.get(0));
  }

  private ActionState found(ActionKey action, Lease lease, Object[] row) {
    boolean othersAreAtIt = ((Number) row[3]).intValue() > 0;
    return switch ((String) row[0]) {
      case "done" -> new ActionState.Done((String) row[1]);
      case "undecided" -> new ActionState.Undecided((String) row[2]);
      case "open" -> take(action, lease, new ActionState.Begun());
      default ->
          othersAreAtIt ? new ActionState.Busy() : take(action, lease, new ActionState.InDoubt());
    };
  }

  private ActionState take(ActionKey action, Lease lease, ActionState taken) {
    byHolder(ActionSql.TAKE, action, lease).executeUpdate();
    return taken;
  }

  /**
   * Records the result of an action.
   *
   * @throws LeaseLost if the job is in other hands, and then nothing was changed
   */
  public void done(ActionKey action, Lease lease, String result) {
    end(ActionSql.RECORD, action, lease, result);
  }

  /**
   * Records that nobody can tell whether the action took place, so that an operator must.
   *
   * @throws LeaseLost if the job is in other hands, and then nothing was changed
   */
  public void undecided(ActionKey action, Lease lease, String reason) {
    end(ActionSql.UNDECIDED, action, lease, KeptText.of(reason, SettleStatement.LONGEST_REASON));
  }

  private void end(String sql, ActionKey action, Lease lease, String text) {
    requireHeld(lease);
    if (byHolder(sql, action, lease).setParameter(7, text).executeUpdate() == 0) {
      throw LeaseLost.of(lease);
    }
  }

  /** What waits for an operator, the longest first. */
  public List<UndecidedAction> undecided(int most) {
    List<?> rows =
        database.createNativeQuery(ActionSql.ALL_UNDECIDED).setParameter(1, most).getResultList();
    return rows.stream().map(row -> undecided((Object[]) row)).toList();
  }

  private static UndecidedAction undecided(Object[] row) {
    return new UndecidedAction(
        new ActionKey((String) row[0], (String) row[1], (String) row[2], (String) row[3]),
        (String) row[4],
        (String) row[5]);
  }

  /**
   * An operator says that an undecided action took place, with this result. The jobs that wait for
   * a decision run again.
   *
   * <p>In the caller's transaction, or one of its own.
   *
   * @return false if there is no such decision to be made (any more)
   */
  @Transactional
  public boolean happened(ActionKey action, String result, String by, String why) {
    Query decision = of(ActionSql.HAPPENED, action).setParameter(7, result);
    return decided(decision, action, by, why);
  }

  /** As {@link #happened}, that it did not: the next who asks calls again, with the same key. */
  @Transactional
  public boolean didNotHappen(ActionKey action, String by, String why) {
    return decided(of(ActionSql.DID_NOT_HAPPEN, action), action, by, why);
  }

  private boolean decided(Query decision, ActionKey action, String by, String why) {
    if (decision.setParameter(5, by).setParameter(6, why).executeUpdate() == 0) {
      return false;
    }
    database
        .createNativeQuery(ActionSql.RESTART)
        .setParameter(1, action.provider())
        .setParameter(2, action.accountScope())
        .executeUpdate();
    arrivals.fire(new WorkArrived(Set.of()));
    return true;
  }

  /**
   * Forgets actions that were done longer ago than this; what is forgotten may take place again.
   *
   * @return how many, at most {@code most}
   */
  public int purge(String operation, Duration keep, int most) {
    return database
        .createNativeQuery(ActionSql.PURGE)
        .setParameter(1, operation)
        .setParameter(2, keep.toMillis())
        .setParameter(3, most)
        .executeUpdate();
  }

  private void requireHeld(Lease lease) {
    if (SettleStatement.of(database, ActionSql.HELD, lease).getResultList().isEmpty()) {
      throw LeaseLost.of(lease);
    }
  }

  private Query byHolder(String sql, ActionKey action, Lease lease) {
    return of(sql, action).setParameter(5, eventOf(lease)).setParameter(6, lease.token());
  }

  private static String eventOf(Lease lease) {
    return lease.key().eventId();
  }

  private Query of(String sql, ActionKey action) {
    return database
        .createNativeQuery(sql)
        .setParameter(1, action.provider())
        .setParameter(2, action.accountScope())
        .setParameter(3, action.operation())
        .setParameter(4, action.businessKey());
  }
}
