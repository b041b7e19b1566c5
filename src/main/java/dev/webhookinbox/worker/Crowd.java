package dev.webhookinbox.worker;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one handler on this node, so many at once. Who finds no place is told when one is to
 * be expected, each later than the one before, so that a long queue is not asked again and again.
 * Thread-safe.
 */
final class Crowd {

  private static final double WEIGHT_OF_LAST = 0.1;
  private static final long SHORTEST_NANOS = Duration.ofMillis(20).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMinutes(10).toNanos();

  private final int most;
  private int inside;
  private double averageNanos = SHORTEST_NANOS;
  private long nextPlace = System.nanoTime();

  Crowd(int most) {
    this.most = most;
  }

  /** Null if there is a place, else how long to wait for one. */
  synchronized @Nullable Duration enter(long nanoTime) {
    if (inside < most) {
      inside++;
      return null;
    }
    long step = Math.max(SHORTEST_NANOS, Math.round(averageNanos)) / most;
    long from = nextPlace - nanoTime > 0 ? nextPlace : nanoTime + SHORTEST_NANOS;
    if (from + step - nanoTime > LONGEST_NANOS) {
      double share = ThreadLocalRandom.current().nextDouble(0.5, 1);
      return Duration.ofNanos(Math.round(LONGEST_NANOS * share));
    }
    nextPlace = from + step;
    return Duration.ofNanos(nextPlace - nanoTime);
  }

  /** A call has ended; null if it did not take place. */
  synchronized void leave(@Nullable Duration ran) {
    inside--;
    if (ran != null) {
      averageNanos += WEIGHT_OF_LAST * (ran.toNanos() - averageNanos);
    }
  }
}
