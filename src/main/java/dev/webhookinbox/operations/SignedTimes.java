package dev.webhookinbox.operations;

import dev.webhookinbox.signature.TimeForm;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The times that stand in a request's headers: one of them may be when it was signed. */
final class SignedTimes {

  private static final int MOST = 6;

  /** Apart from letters and digits, or every signature in hexadecimal would hold one. */
  private static final Pattern TIME =
      Pattern.compile(
          "(?<![0-9A-Za-z])(?:[0-9]{13}|[0-9]{10}"
              + "|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,18}(?:Z|[+-][0-9]{2}:[0-9]{2}))"
              + "(?![0-9A-Za-z])");

  private SignedTimes() {}

  static List<Instant> in(Capture capture) {
    Set<Instant> times = new LinkedHashSet<>();
    for (List<String> values : capture.headers().values()) {
      for (String value : values) {
        Matcher time = TIME.matcher(value);
        while (times.size() < MOST && time.find()) {
          TimeForm.ANY.read(time.group()).ifPresent(times::add);
        }
      }
    }
    return List.copyOf(times);
  }
}
