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
  private final boolean suspect;
  private final Duration length;
  private volatile long ends;
  private volatile boolean lost;
  private @Nullable Duration limit;
  private long begun;
  private @Nullable String overrun;
  private boolean recorded;

  /**
   * @param length of the lease
   * @param asked before the claim was sent, by {@link System#nanoTime()}
   */
  Held(ClaimedJob job, Duration length, long asked) {
    this.lease = job.lease();
    this.lane = job.lane();
    this.suspect = job.isSuspect();
    this.length = length;
    renewed(asked);
  }

  /** A renewal succeeded that was sent after this moment, by {@link System#nanoTime()}. */
  void renewed(long asked) {
    ends = asked + length.toNanos();
  }

  /** The order in which its job stands; null if it has none. */
  @Nullable Lane lane() {
    return lane;
  }

  Lease lease() {
    return lease;
  }

  /** Whether its job may end this process. */
  boolean isSuspect() {
    return suspect;
  }

  void lose() {
    lost = true;
  }

  /**
   * Known at once after a pause of this process, by its own steady clock; else by the last renewal.
   */
  @Override
  public boolean isLost() {
    return lost || System.nanoTime() - ends >= 0;
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

  /** Why its lease is to end, as long as that is not {@link #recorded}; else null. */
  synchronized @Nullable String overrunUnrecorded() {
    return recorded ? null : overrun;
  }

  synchronized void recorded() {
    recorded = true;
  }
}
