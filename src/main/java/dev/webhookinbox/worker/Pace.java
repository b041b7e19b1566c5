package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import java.time.Duration;
import java.util.List;

/**
 * How many jobs a node takes in hand: one for each of its threads, and beyond that what they get
 * through in a moment, so that quick handlers do not wait for the next claim and slow ones keep no
 * job from other nodes. Bodies count too. Thread-safe.
 */
final class Pace {

  private static final double AHEAD_SECONDS = 0.05;
  private static final long WINDOW_NANOS = Duration.ofMillis(100).toNanos();
  private static final long MOST_BYTES = 16L << 20;
  private static final double WEIGHT_OF_LAST = 0.2;

  private final int threads;
  private final int mostAhead;
  private double bytesEach = 1_024;
  private double perSecond;
  private int ended;
  private long since = System.nanoTime();

  Pace(int threads, int mostAhead) {
    this.threads = threads;
    this.mostAhead = mostAhead;
  }

  /** A job has ended. */
  synchronized void ended() {
    ended++;
  }

  /** Learns how large the bodies are. */
  synchronized void claimed(List<ClaimedJob> jobs) {
    for (ClaimedJob job : jobs) {
      byte[] body = job.body();
      bytesEach += WEIGHT_OF_LAST * ((body == null ? 0 : body.length) - bytesEach);
    }
  }

  /** The most jobs to have in hand now. */
  synchronized int most(long nanoTime) {
    long elapsed = nanoTime - since;
    if (elapsed > WINDOW_NANOS) {
      perSecond = ended * 1e9 / elapsed;
      ended = 0;
      since = nanoTime;
    }
    double ahead = Math.min(perSecond * AHEAD_SECONDS, MOST_BYTES / Math.max(1, bytesEach));
    return threads + (int) Math.min(ahead, mostAhead);
  }
}
