package dev.webhookinbox.handler;

import dev.webhookinbox.retry.Retries;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * On which terms a handler is called.
 *
 * @param ordering null for none: all events in parallel
 * @param concurrency how many calls run at once on one node; {@link Integer#MAX_VALUE} for as many
 *     as there are threads
 * @param interval from the beginning of one call to that of the next, over all nodes; zero for none
 * @param together how many events may be handled in one transaction; 1 for each in its own
 * @param retries what is said of failed attempts
 * @param circuit after how many calls in a row that found the other system away none is made for a
 *     while; 0 for never
 */
public record Terms(
    @Nullable Ordering ordering,
    int concurrency,
    Duration interval,
    int together,
    Retries retries,
    int circuit) {

  /** After so many calls in a row that found the other system away none is made for a while. */
  public static final int DEFAULT_CIRCUIT = 5;

  /** No order, no limit, no rate. */
  public static final Terms NONE =
      new Terms(null, Integer.MAX_VALUE, Duration.ZERO, 1, Retries.NONE, DEFAULT_CIRCUIT);

  /** Whether nothing keeps a call from its time. */
  public boolean isUnlimited() {
    return concurrency == Integer.MAX_VALUE && interval.isZero();
  }

  private static final Pattern RATE = Pattern.compile("(\\d{1,6})/(PT?\\S+)");
  private static final Duration SHORTEST = Duration.ofNanos(10_000);
  private static final Duration LONGEST = Duration.ofHours(1);

  /**
   * The interval of a rate such as {@code 10/PT1S}; absent if it is none from 1/PT1H to
   * 100/PT0.001S.
   */
  public static Optional<Duration> intervalOf(String rate) {
    Matcher matcher = RATE.matcher(rate);
    return matcher.matches()
        ? intervalOf(Integer.parseInt(matcher.group(1)), matcher.group(2))
        : Optional.empty();
  }

  private static Optional<Duration> intervalOf(int calls, String per) {
    try {
      Duration interval = calls == 0 ? Duration.ZERO : Duration.parse(per).dividedBy(calls);
      return Optional.of(interval)
          .filter(it -> it.compareTo(SHORTEST) >= 0 && it.compareTo(LONGEST) <= 0);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
