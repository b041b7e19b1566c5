package dev.webhookinbox.worker;

import dev.webhookinbox.handler.ActionGuard;
import dev.webhookinbox.handler.ActionNotNow;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.GuardedAction;
import dev.webhookinbox.handler.Reconciliation;
import dev.webhookinbox.inbox.ActionKey;
import dev.webhookinbox.inbox.ActionState;
import dev.webhookinbox.inbox.Actions;
import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.LeaseLost;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Record, call, record; and what was begun without a result is reconciled first. */
@Dependent
class GuardedActions implements ActionGuard {

  @Inject Actions actions;

  @Override
  public String run(Event event, String operation, String businessKey, GuardedAction action)
      throws Exception {
    if (!(event.holding() instanceof Held held)) {
      throw new IllegalArgumentException("the event is not one that a handler was called with");
    }
    ActionKey key =
        new ActionKey(event.key().provider(), event.key().accountScope(), operation, businessKey);
    ActionState state = actions.begin(key, held.lease());
    if (state instanceof ActionState.Done done) {
      return done.result();
    }
    if (state instanceof ActionState.Busy) {
      throw ActionNotNow.busy(key.toString());
    }
    if (state instanceof ActionState.Undecided undecided) {
      throw ActionNotNow.undecided(key.toString(), undecided.reason());
    }
    return state instanceof ActionState.InDoubt
        ? reconcile(key, held, action)
        : call(key, held, action);
  }

  private String reconcile(ActionKey key, Held held, GuardedAction action) throws Exception {
    Reconciliation found = action.reconcile(key.toString());
    if (found instanceof Reconciliation.Happened happened) {
      return recorded(key, held.lease(), happened.result());
    }
    if (found instanceof Reconciliation.Unknown unknown) {
      actions.undecided(key, held.lease(), unknown.reason());
      throw ActionNotNow.undecided(key.toString(), unknown.reason());
    }
    return call(key, held, action);
  }

  private String call(ActionKey key, Held held, GuardedAction action) throws Exception {
    if (held.isLost()) {
      throw LeaseLost.of(held.lease());
    }
    return recorded(key, held.lease(), action.call(key.toString()));
  }

  private String recorded(ActionKey key, Lease lease, String result) {
    actions.done(key, lease, result);
    return result;
  }
}
