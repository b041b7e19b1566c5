package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.Set;
import java.util.SortedMap;

/** Work and its record in one transaction, on the handlers' pool (P8). */
@Dependent
@Transactional(REQUIRES_NEW)
public class LocalWork {

  @PersistenceContext(unitName = "inbox-work")
  EntityManager database;

  /**
   * Runs the work and ends the job in the same transaction.
   *
   * @param work throws an unchecked exception to roll everything back
   * @throws LeaseLost if the job is in other hands; the work is rolled back (P7)
   */
  public void complete(Lease lease, Settlement.Done done, Runnable work) {
    work.run();
    require(SettleStatement.run(database, lease, done), lease);
  }

  /**
   * As {@link #complete}, for many jobs whose work is done in one transaction.
   *
   * @param outcomes how each ends, by its lease
   * @throws LeaseLost if one of the jobs is in other hands; all the work is rolled back (P7)
   */
  public void completeAll(SortedMap<Lease, String> outcomes, Runnable work) {
    work.run();
    Set<Lease> ended = SettleStatement.all(database, outcomes);
    outcomes.keySet().forEach(lease -> require(ended.contains(lease), lease));
  }

  /** As {@link #complete}, where other handlers of the event are not done yet. */
  public void progress(Lease lease, String handler, Runnable work) {
    work.run();
    require(SettleStatement.progress(database, lease, handler), lease);
  }

  private static void require(boolean won, Lease lease) {
    if (!won) {
      throw LeaseLost.of(lease);
    }
  }
}
