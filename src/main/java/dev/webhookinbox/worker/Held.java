package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Holding;
import dev.webhookinbox.inbox.Lease;

/** A lease in this node's hands, as the handler sees it. */
final class Held implements Holding {

  private final Lease lease;
  private volatile boolean lost;

  Held(Lease lease) {
    this.lease = lease;
  }

  Lease lease() {
    return lease;
  }

  void lose() {
    lost = true;
  }

  @Override
  public boolean isLost() {
    return lost;
  }
}
