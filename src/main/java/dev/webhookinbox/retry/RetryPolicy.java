package dev.webhookinbox.retry;

import dev.webhookinbox.platform.Settings;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * When a failed attempt is followed by another: exponential backoff with full jitter. The wait
 * before attempt <i>n</i>+1 lies anywhere between nothing and {@code min(maxDelay, base ·
 * 2^(n-1))}, so that many failures of one moment do not come back as one herd.
 *
 * @param maxAttempts how often a job is tried in all, the first time included
 */
public record RetryPolicy(int maxAttempts, Duration base, Duration maxDelay) {

  /** Reads {@code inbox.retry.*}. */
  public static RetryPolicy read(Settings settings) {
    RetryPolicy policy =
        new RetryPolicy(
            settings.integer("inbox.retry.max-attempts", 25, 1, 1_000),
            settings.duration(
                "inbox.retry.base",
                Duration.ofSeconds(2),
                Duration.ofMillis(1),
                Duration.ofDays(1)),
            settings.duration(
                "inbox.retry.max-delay",
                Duration.ofHours(1),
                Duration.ofMillis(1),
                Duration.ofDays(7)));
    if (policy.maxDelay.compareTo(policy.base) < 0) {
      settings.fault(
          "inbox.retry.max-delay", "is below inbox.retry.base", "raise it or lower the base");
    }
    return policy;
  }

  /** Whether a failed attempt was the last. */
  public boolean exhaustedAfter(int attempt) {
    return attempt >= maxAttempts;
  }

  /**
   * How long to wait after a failed attempt.
   *
   * @param attempt the one that failed, from 1
   * @param random a number from 0 to 1
   */
  public Duration waitAfter(int attempt, DoubleSupplier random) {
    return Duration.ofMillis(Math.round(ceilingAfter(attempt).toMillis() * random.getAsDouble()));
  }

  /** The longest that {@link #waitAfter} can be. */
  public Duration ceilingAfter(int attempt) {
    double grown = base.toMillis() * Math.pow(2, Math.max(0, attempt - 1));
    return grown < maxDelay.toMillis() ? Duration.ofMillis((long) grown) : maxDelay;
  }
}
