package dev.webhookinbox.handler;

/** An action in another system, and how to find out whether it took place. */
public interface GuardedAction {

  /**
   * Has the action take place.
   *
   * @param operationKey the same for every call of this action: the other system's idempotency key
   * @return what is worth keeping of the result, such as an id; no secret
   */
  String call(String operationKey) throws Exception;

  /**
   * Asked when the action was begun before and its result is not known: the server died, the call
   * threw, the lease was lost.
   */
  Reconciliation reconcile(String operationKey) throws Exception;
}
