package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.JobKey;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node from calling a handler whose other system is away. After so many calls in a row, of
 * more than one event, that found it away, one call is let through now and then, each later than
 * the one before, until one finds it back. Who is not let through comes back at a time of his own
 * within the wait after the next call. Thread-safe.
 */
final class Circuit {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final int limit;
  private int failures;
  private @Nullable JobKey first;
  private boolean isOfSeveral;
  private Duration interval = SHORTEST;
  private long nextCall;

  Circuit(int limit) {
    this.limit = limit;
  }

  synchronized boolean isOpen() {
    return failures >= limit && isOfSeveral;
  }

  /** Null if a call may begin, else how long to wait. */
  synchronized @Nullable Duration enter(long nanoTime) {
    if (!isOpen()) {
      return null;
    }
    long left = nextCall - nanoTime;
    if (left <= 0) {
      nextCall = nanoTime + interval.toNanos();
      return null;
    }
    return Duration.ofNanos(left + ThreadLocalRandom.current().nextLong(interval.toNanos()));
  }

  /** A call found the other system there; true if it had been away. */
  synchronized boolean isBack() {
    boolean wasOpen = isOpen();
    failures = 0;
    first = null;
    isOfSeveral = false;
    interval = SHORTEST;
    return wasOpen;
  }

  /** A call found it away; true if no more calls are made from now on. */
  synchronized boolean isAway(JobKey event, long nanoTime) {
    boolean wasOpen = isOpen();
    failures = Math.min(limit, failures + 1);
    isOfSeveral |= first != null && !first.equals(event);
    first = first == null ? event : first;
    if (wasOpen) {
      Duration twice = interval.multipliedBy(2);
      interval = twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
    }
    if (isOpen()) {
      nextCall = nanoTime + interval.toNanos();
    }
    return isOpen() && !wasOpen;
  }
}
