package dev.webhookinbox.inbox;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Rows as both persistence providers return them: numbers, texts and bytes only. */
final class ClaimedRow {

  static ClaimedJob of(Object[] row, BodyStore bodies) {
    Opened body = opened(row, bodies);
    return new ClaimedJob(
        key(row),
        number(row[3]),
        (String) row[4],
        (String) row[5],
        text(row[6]),
        (int) number(row[7]),
        Instant.EPOCH.plus(number(row[8]), ChronoUnit.MICROS),
        new QueuePosition((String) row[9]),
        body.bytes(),
        text(row[11]),
        text(row[12]),
        Duration.of(number(row[13]), ChronoUnit.MICROS),
        text(row[14]),
        number(row[15]) == 1,
        number(row[16]) == 1,
        text(row[17]),
        Duration.of(number(row[18]), ChronoUnit.MICROS),
        body.facts(),
        number(row[23]) == 1,
        row[24] != null);
  }

  @SuppressWarnings("ArrayRecordComponent") // passed on once; a copy would cost its size
  private record Opened(byte @Nullable [] bytes, BodyFacts facts) {}

  private static Opened opened(Object[] row, BodyStore bodies) {
    if (row[10] == null) {
      return new Opened(null, BodyFacts.WHOLE);
    }
    String kept = (String) row[20];
    String traceparent = text(row[21]);
    try {
      byte[] bytes = bodies.open((byte[]) row[10], text(row[19]), (byte[]) row[22]);
      return new Opened(bytes, new BodyFacts(kept, traceparent, null));
    } catch (BodyUnreadable e) {
      return new Opened(new byte[0], new BodyFacts(kept, traceparent, e.getMessage()));
    }
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

  private ClaimedRow() {}
}
