package dev.webhookinbox.handler;

/**
 * Lets an action in another system take place once per key (P9). Injectable into handlers.
 *
 * <p><b>Guaranteed.</b> Before the call it is recorded, in a transaction of its own, that this
 * event is at the action; after it the result is, as long as the lease holds (P7). Whoever asks for
 * an action that is done gets its result and makes no call, whichever event asked first. No two ask
 * the other system at the same time: the later event comes back later, which costs it no attempt.
 * Found begun without a result, the action is {@linkplain GuardedAction#reconcile reconciled}
 * first.
 *
 * <p><b>Not guaranteed.</b> That a process which is paused for longer than its lease inside {@link
 * GuardedAction#call}, before its request leaves, does not go on with it: only an other system that
 * honours the operation key makes that harmless. A pause before the call is found out. Anything
 * after the guard's retention.
 */
public interface ActionGuard {

  /**
   * Takes the action's result, or has it take place.
   *
   * @param event as the handler got it
   * @param operation what is done, such as {@code refund}; a name with a retention of its own
   * @param businessKey what it is done to, such as the order's number: unique within provider,
   *     account and operation
   * @return the result, as the call or the reconciliation gave it
   * @throws ActionNotNow let it pass: the job comes back later, or waits for an operator
   * @throws Exception whatever the call or the reconciliation threw; the next attempt reconciles
   */
  String run(Event event, String operation, String businessKey, GuardedAction action)
      throws Exception;
}
