package dev.webhookinbox.route;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The {@code Retry-After} header (RFC 9110, 10.2.3): seconds or a date. */
final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(1);

  /** The wait that is asked for, at most a day; absent if the value says nothing. */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    return (text.matches("\\d{1,9}") ? seconds(text) : untilDate(text, now))
        .filter(wait -> !wait.isNegative())
        .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
  }

  private static Optional<Duration> seconds(String text) {
    return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
  }

  private static Optional<Duration> untilDate(String text, Instant now) {
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(Duration.between(now, date));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private RetryAfter() {}
}
