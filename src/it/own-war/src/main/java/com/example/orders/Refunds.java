package com.example.orders;

import dev.webhookinbox.handler.ActionGuard;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.GuardedAction;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Reconciliation;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * External: money goes back once an order, however many events ask for it, and though the server
 * may die between the bank's answer and its record.
 */
@ApplicationScoped
@Handles(types = "order.cancelled")
public class Refunds implements EventHandler {

  @Inject ActionGuard guard;
  @Inject Bank bank;

  @Override
  public Outcome handle(Event event) throws Exception {
    guard.run(event, "refund", Orders.of(event), new Refund());
    return Outcome.done();
  }

  private class Refund implements GuardedAction {

    @Override
    public String call(String operationKey) throws Exception {
      return bank.refund(operationKey);
    }

    /** Begun before, and nobody knows how it ended: the bank does. */
    @Override
    public Reconciliation reconcile(String operationKey) throws Exception {
      return bank.refunded(operationKey)
          .map(Reconciliation::happened)
          .orElseGet(Reconciliation::callAgain);
    }
  }
}
