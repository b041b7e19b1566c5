package dev.webhookinbox.inbox;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Rows as both persistence providers return them: numbers, texts and bytes only. */
final class ClaimedRow {

  static ClaimedJob of(Object[] row) {
    return new ClaimedJob(
        key(row),
        number(row[3]),
        (String) row[4],
        (String) row[5],
        text(row[6]),
        (int) number(row[7]),
        Instant.EPOCH.plus(number(row[8]), ChronoUnit.MICROS),
        new QueuePosition((String) row[9]),
        bytes(row[10]),
        text(row[11]),
        text(row[12]),
        Duration.of(number(row[13]), ChronoUnit.MICROS),
        text(row[14]),
        number(row[15]) == 1,
        number(row[16]) == 1,
        text(row[17]),
        Duration.of(number(row[18]), ChronoUnit.MICROS));
  }

  static Lease lease(Object[] row) {
    return new Lease(key(row), number(row[3]));
  }

  private static JobKey key(Object[] row) {
    return new JobKey((String) row[0], (String) row[1], (String) row[2]);
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }

  private static @Nullable String text(@Nullable Object value) {
    return (String) value;
  }

  private static byte @Nullable [] bytes(@Nullable Object value) {
    return (byte[]) value;
  }

  private ClaimedRow() {}
}
