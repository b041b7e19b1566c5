package dev.webhookinbox.retry;

import dev.webhookinbox.platform.Settings;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When a failed attempt is followed by another: exponential backoff with jitter. The wait before
 * attempt <i>n</i>+1 is at the longest {@code min(maxDelay, base · factor^(n-1))}, and with full
 * jitter anywhere up to that, so that many failures of one moment do not come back as one herd.
 *
 * @param maxAttempts how often a job is tried in all, the first time included
 * @param maxAge how long after its first attempt a job is tried again at the latest
 */
public record RetryPolicy(
    int maxAttempts,
    Duration base,
    double factor,
    Duration maxDelay,
    Jitter jitter,
    Duration maxAge) {

  /** What holds where nothing is said. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(
          25, Duration.ofSeconds(2), 2, Duration.ofHours(1), Jitter.FULL, Duration.ofDays(365));

  /** Reads {@code inbox.retry.*}. */
  public static RetryPolicy read(Settings settings) {
    return Retries.read(settings, "inbox.retry.", DEFAULT).over(DEFAULT);
  }

  /**
   * Whether a failed attempt was the last.
   *
   * @param age the time since the first attempt
   */
  public boolean exhaustedAfter(int attempt, Duration age) {
    return attempt >= maxAttempts || age.compareTo(maxAge) >= 0;
  }

  /**
   * How long to wait after a failed attempt: not beyond the moment when the job is too old.
   *
   * @param attempt the one that failed, from 1
   * @param age the time since the first attempt
   * @param random a number from 0 to 1
   */
  public Duration waitAfter(int attempt, Duration age, DoubleSupplier random) {
    double share = jitter.share(random.getAsDouble());
    Duration wait = Duration.ofMillis(Math.round(ceilingAfter(attempt).toMillis() * share));
    Duration left = maxAge.compareTo(age) > 0 ? maxAge.minus(age) : Duration.ZERO;
    return wait.compareTo(left) < 0 ? wait : left;
  }

  /** The longest that {@link #waitAfter} can be. */
  public Duration ceilingAfter(int attempt) {
    double grown = base.toMillis() * Math.pow(factor, Math.max(0, attempt - 1));
    return grown < maxDelay.toMillis() ? Duration.ofMillis((long) grown) : maxDelay;
  }
}
