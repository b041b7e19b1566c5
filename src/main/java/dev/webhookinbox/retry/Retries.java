package dev.webhookinbox.retry;

import dev.webhookinbox.platform.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a retry policy in one place; what is not said is null, and holds as it does
 * otherwise.
 */
public record Retries(
    @Nullable Integer maxAttempts,
    @Nullable Duration base,
    @Nullable Double factor,
    @Nullable Duration maxDelay,
    @Nullable Jitter jitter,
    @Nullable Duration maxAge) {

  /** Nothing is said. */
  public static final Retries NONE = new Retries(null, null, null, null, null, null);

  /**
   * Reads the keys below a prefix.
   *
   * @param otherwise what holds for the rest, to find a contradiction
   */
  public static Retries read(Settings settings, String prefix, RetryPolicy otherwise) {
    Retries said =
        new Retries(
            settings.isSet(prefix + "max-attempts")
                ? settings.integer(prefix + "max-attempts", otherwise.maxAttempts(), 1, 1_000)
                : null,
            duration(settings, prefix + "base", Duration.ofMillis(1), Duration.ofDays(1)),
            factor(settings, prefix + "factor"),
            duration(settings, prefix + "max-delay", Duration.ofMillis(1), Duration.ofDays(7)),
            jitter(settings, prefix + "jitter"),
            duration(settings, prefix + "max-age", Duration.ofSeconds(1), Duration.ofDays(365)));
    RetryPolicy policy = said.over(otherwise);
    if (policy.maxDelay().compareTo(policy.base()) < 0) {
      settings.fault(
          prefix + "max-delay", "is below " + prefix + "base", "raise it or lower the base");
    }
    return said;
  }

  /** The whole policy: this, and otherwise that. */
  public RetryPolicy over(RetryPolicy otherwise) {
    return new RetryPolicy(
        maxAttempts == null ? otherwise.maxAttempts() : maxAttempts,
        base == null ? otherwise.base() : base,
        factor == null ? otherwise.factor() : factor,
        maxDelay == null ? otherwise.maxDelay() : maxDelay,
        jitter == null ? otherwise.jitter() : jitter,
        maxAge == null ? otherwise.maxAge() : maxAge);
  }

  private static @Nullable Duration duration(
      Settings settings, String key, Duration least, Duration most) {
    return settings.isSet(key) ? settings.duration(key, least, least, most) : null;
  }

  private static @Nullable Double factor(Settings settings, String key) {
    Optional<Double> factor = settings.text(key).flatMap(Retries::number);
    if (settings.isSet(key) && factor.isEmpty()) {
      settings.fault(key, "is not a number in its range", "give one from 1 to 10, such as 1.5");
    }
    return factor.orElse(null);
  }

  private static Optional<Double> number(String text) {
    return text.matches("\\d{1,2}(\\.\\d{1,6})?")
        ? Optional.of(Double.valueOf(text)).filter(number -> number >= 1 && number <= 10)
        : Optional.empty();
  }

  private static @Nullable Jitter jitter(Settings settings, String key) {
    Optional<String> word = settings.text(key);
    for (Jitter jitter : Jitter.values()) {
      if (word.filter(jitter.name().toLowerCase(Locale.ROOT)::equals).isPresent()) {
        return jitter;
      }
    }
    if (settings.isSet(key)) {
      settings.fault(key, "is none of its values", "give full, equal or none");
    }
    return null;
  }
}
