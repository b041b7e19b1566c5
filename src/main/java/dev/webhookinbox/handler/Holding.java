package dev.webhookinbox.handler;

/** The right of a handler's call to work on its event, which may be lost while the call runs. */
public interface Holding {

  /**
   * Whether this node knows that the right is lost: somebody else may be at the event now, and
   * nothing that this call still does will be recorded (P7). False proves nothing, as the news
   * takes a while.
   */
  boolean isLost();
}
