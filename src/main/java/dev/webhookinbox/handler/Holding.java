package dev.webhookinbox.handler;

/** The right of a handler's call to work on its event, which may be lost while the call runs. */
public interface Holding {

  /**
   * Whether the right is lost as far as this node can know: somebody else may be at the event now,
   * and nothing that this call still does will be recorded (P7). A process that was paused for
   * longer than its lease sees it at once; else the news takes up to a quarter of the lease. False
   * says nothing of the moment after.
   */
  boolean isLost();
}
