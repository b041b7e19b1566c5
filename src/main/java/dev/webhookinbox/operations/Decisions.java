package dev.webhookinbox.operations;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import dev.webhookinbox.inbox.ActionKey;
import dev.webhookinbox.inbox.Actions;
import dev.webhookinbox.inbox.UndecidedAction;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;

/**
 * Whether actions took place of which nobody could find out. A decision and its audit are one
 * transaction, on the pool of the guard's records.
 */
@Dependent
@Transactional(REQUIRES_NEW)
class Decisions {

  @PersistenceContext(unitName = "inbox-claim")
  EntityManager database;

  @Inject Actions actions;

  /** The longest waiting first. */
  List<UndecidedAction> due(int most) {
    return actions.undecided(most);
  }

  /**
   * It took place, with this result.
   *
   * @return false if there is no such decision to be made any more
   */
  boolean happened(ActionKey action, String result, Deed deed) {
    boolean decided = actions.happened(action, result, deed.operator(), deed.reason());
    if (decided) {
      Audit.record(database, "decide-happened", deed, action.toString());
    }
    return decided;
  }

  /** It did not: the next who asks calls again, with the same key. */
  boolean didNotHappen(ActionKey action, Deed deed) {
    boolean decided = actions.didNotHappen(action, deed.operator(), deed.reason());
    if (decided) {
      Audit.record(database, "decide-did-not-happen", deed, action.toString());
    }
    return decided;
  }
}
