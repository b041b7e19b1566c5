package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Holding;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Lane;
import dev.webhookinbox.inbox.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A lease in this node's hands, as the handler sees it, and how long the current call may run. */
final class Held implements Holding {

  private final Lease lease;
  private final @Nullable Lane lane;
  private volatile boolean lost;
  private @Nullable Duration limit;
  private long begun;
  private @Nullable String overrun;

  Held(ClaimedJob job) {
    this.lease = job.lease();
    this.lane = job.lane();
  }

  /** The order in which its job stands; null if it has none. */
  @Nullable Lane lane() {
    return lane;
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

  /** A call begins that may run so long. */
  synchronized void begin(Duration maxRun) {
    limit = maxRun;
    begun = System.nanoTime();
  }

  /** It has ended; returns what is to be said if it ran longer, else null. */
  synchronized @Nullable String end() {
    limit = null;
    return overrun;
  }

  /** What is to be said when the current call has just been found to run longer, else null. */
  synchronized @Nullable String overrunNow() {
    if (limit == null || overrun != null || System.nanoTime() - begun < limit.toNanos()) {
      return null;
    }
    overrun = "ran longer than its " + limit;
    lost = true;
    return overrun;
  }
}
