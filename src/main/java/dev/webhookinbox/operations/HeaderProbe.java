package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds which headers a source wants and a request lacks, by adding made-up ones: where the source
 * then complains about something else, it was that one. The values are constants that no secret
 * made, so nothing is learned of a signature.
 */
final class HeaderProbe {

  private static final int MOST_MISSING = 5;
  private static final String HEX = "0".repeat(64);

  private final Trials trials;
  private final List<String> names;
  private final Instant at;
  private final List<String> values;

  HeaderProbe(Trials trials, List<String> names, Instant at) {
    this.trials = trials;
    this.names = names;
    this.at = at;
    String seconds = Long.toString(at.getEpochSecond());
    this.values =
        List.of(
            HEX,
            "sha256=" + HEX,
            "v1=" + HEX,
            "v0=" + HEX,
            "v1," + "A".repeat(43) + "=",
            "t=" + seconds + ",v1=" + HEX,
            "ts=" + seconds + ";h1=" + HEX,
            seconds,
            "x");
  }

  /** Which must be there once and are there more often. */
  List<String> repeated(Capture capture, Verdict verdict) {
    return capture.headers().entrySet().stream()
        .filter(header -> header.getValue().size() > 1)
        .filter(
            header ->
                header.getValue().stream()
                    .anyMatch(
                        value -> differs(capture.withHeader(header.getKey(), value), verdict)))
        .map(header -> header.getKey())
        .toList();
  }

  private boolean differs(Capture capture, Verdict verdict) {
    return !Trials.reason(trials.judge(capture, at)).equals(Trials.reason(verdict));
  }

  /** One after the other: a source complains about one thing at a time. */
  List<String> missing(Capture capture, Verdict verdict) {
    Set<String> missing = new LinkedHashSet<>();
    Capture completed = capture;
    String complaint = Trials.reason(verdict);
    for (int round = 0; round < MOST_MISSING && isAboutAbsence(complaint); round++) {
      Optional<Step> step = next(completed, complaint, missing);
      if (step.isEmpty()) {
        break;
      }
      missing.add(step.get().name);
      completed = step.get().completed;
      complaint = step.get().complaint;
    }
    return new ArrayList<>(missing);
  }

  private record Step(String name, Capture completed, String complaint) {}

  private Optional<Step> next(Capture capture, String complaint, Set<String> found) {
    for (String name : names) {
      if (!capture.headers().containsKey(name) && !found.contains(name)) {
        Optional<Step> step = with(name, capture, complaint);
        if (step.isPresent()) {
          return step;
        }
      }
    }
    return Optional.empty();
  }

  /** With the value that gets furthest: not merely from absent to malformed. */
  private Optional<Step> with(String name, Capture capture, String complaint) {
    Step best = null;
    for (String value : values) {
      Capture completed = capture.withHeader(name, value);
      String other = Trials.reason(trials.judge(completed, at));
      if (!other.equals(complaint) && (best == null || best.complaint.contains("malformed"))) {
        best = new Step(name, completed, other);
      }
    }
    return Optional.ofNullable(best);
  }

  static boolean isAboutAbsence(String complaint) {
    return complaint.contains("absent") || complaint.contains("missing");
  }
}
