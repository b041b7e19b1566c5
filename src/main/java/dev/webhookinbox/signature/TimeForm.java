package dev.webhookinbox.signature;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a time is written. Times before 1970 or after 9999 are no times of an event. */
public enum TimeForm {
  SECONDS {
    @Override
    Instant parse(String text) {
      return Instant.ofEpochSecond(digits(text, 12));
    }
  },
  MILLIS {
    @Override
    Instant parse(String text) {
      return Instant.ofEpochMilli(digits(text, 15));
    }
  },
  /** RFC 3339, with an offset or {@code Z}. */
  ISO {
    @Override
    Instant parse(String text) {
      return OffsetDateTime.parse(text).toInstant();
    }
  },
  /** Whatever of these it looks like; seconds may have a fraction. For hints, not for checks. */
  ANY {
    @Override
    Instant parse(String text) {
      String whole = text.replaceFirst("\\.\\d*$", "");
      if (!PLAIN.matcher(whole).matches()) {
        return ISO.parse(text);
      }
      return whole.length() <= 11 ? SECONDS.parse(whole) : MILLIS.parse(whole);
    }
  };

  private static final Pattern PLAIN = Pattern.compile("[0-9]{1,15}");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
  private static final int MOST = 40;

  public Optional<Instant> read(String text) {
    try {
      return text.length() > MOST
          ? Optional.empty()
          : Optional.of(parse(text))
              .filter(time -> !time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The time as a sender would write it. */
  public String text(Instant time) {
    return switch (this) {
      case SECONDS, ANY -> Long.toString(time.getEpochSecond());
      case MILLIS -> Long.toString(time.toEpochMilli());
      case ISO -> time.truncatedTo(ChronoUnit.SECONDS).toString();
    };
  }

  abstract Instant parse(String text);

  /** ASCII digits alone: no sign, no blank, no digit of another script. */
  static long digits(String text, int most) {
    if (text.length() > most || !PLAIN.matcher(text).matches()) {
      throw new DateTimeException("no number");
    }
    return Long.parseLong(text);
  }
}
