package dev.webhookinbox.handler;

/**
 * What an application does with an event. An {@code @ApplicationScoped} or {@code @Dependent} CDI
 * bean which implements this and carries {@link Handles}; no request or session is active in a
 * call.
 *
 * <p><b>Guaranteed.</b> The event was verified and stored before the first call. No two calls for
 * one event run at the same time while the lease holds. A call that does not end, or ends without
 * its outcome being recorded, is repeated after the lease.
 *
 * <p><b>Not guaranteed.</b> That a call happens only once: a crash between the work and its record
 * repeats it, so work outside this database must be repeatable, by {@link Event#key()} for
 * instance. That events come in the order in which they happened.
 *
 * <p><b>Thread and transaction.</b> Called on a managed thread, without a transaction. A handler
 * that implements {@link LocalHandler} is called inside the job's transaction instead.
 *
 * <p><b>Shutdown.</b> A stopping server waits for a call up to {@code inbox.worker.drain}, then
 * interrupts it. An interrupted call should throw or answer {@link Outcome#retry(String)}.
 */
@FunctionalInterface
public interface EventHandler {

  /**
   * Acts on one event.
   *
   * @return what became of it; never null
   * @throws Exception unexpected failures, which mean {@linkplain Outcome#retry(String) retry}
   */
  Outcome handle(Event event) throws Exception;
}
