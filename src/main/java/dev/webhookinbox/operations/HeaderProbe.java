package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
  private final String seconds;
  private final List<String> values;

  HeaderProbe(Trials trials, List<String> names, Instant at) {
    this.trials = trials;
    this.names = names;
    this.at = at;
    this.seconds = Long.toString(at.getEpochSecond());
    this.values =
        List.of(
            HEX,
            "sha256=" + HEX,
            "v1=" + HEX,
            "v0=" + HEX,
            "v1," + "A".repeat(43) + "= v1a," + "A".repeat(86) + "==",
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
    Step now = start(capture, Trials.reason(verdict));
    while (isAboutAbsence(now.complaint) && missing.size() < MOST_MISSING) {
      Optional<Step> next = next(now);
      if (next.isEmpty()) {
        missing.addAll(together(now));
        break;
      }
      now = next.get();
      missing.add(now.name);
    }
    return List.copyOf(missing);
  }

  private record Step(String name, Capture completed, String complaint) {}

  /**
   * Where a source knows two signatures, the complaint may be that of the one that is not used:
   * with both in the header it is about what is missing for either.
   */
  private Step start(Capture capture, String complaint) {
    Step given = new Step("", capture, complaint);
    return complaint.contains("malformed") && !isAboutAbsence(complaint)
        ? names.stream()
            .filter(capture.headers()::containsKey)
            .flatMap(name -> with(name, given).stream())
            .filter(step -> isAboutAbsence(step.complaint))
            .findFirst()
            .orElse(given)
        : given;
  }

  private Optional<Step> next(Step now) {
    return absent(now).flatMap(name -> with(name, now).stream()).findFirst();
  }

  private Stream<String> absent(Step now) {
    return names.stream().filter(name -> !now.completed.headers().containsKey(name));
  }

  /** Those of which none alone changes the complaint: all are added, and each taken away again. */
  private List<String> together(Step now) {
    List<String> added = absent(now).toList();
    return isComplete(now, added)
        ? added.stream().filter(name -> !isComplete(now, without(added, name))).toList()
        : List.of();
  }

  private boolean isComplete(Step now, List<String> added) {
    Capture completed = now.completed;
    for (String name : added) {
      completed = completed.withHeader(name, seconds);
    }
    return !isAboutAbsence(Trials.reason(trials.judge(completed, at)));
  }

  private static List<String> without(List<String> names, String one) {
    return names.stream().filter(name -> !name.equals(one)).toList();
  }

  private Optional<Step> with(String name, Step now) {
    return values.stream()
        .map(value -> step(name, now.completed.withHeader(name, value)))
        .filter(step -> !step.complaint.equals(now.complaint))
        .max(Comparator.comparingInt(HeaderProbe::progress));
  }

  private Step step(String name, Capture completed) {
    return new Step(name, completed, Trials.reason(trials.judge(completed, at)));
  }

  /** How far a made-up value gets: not merely from absent to malformed. */
  private static int progress(Step step) {
    if (isAboutAbsence(step.complaint)) {
      return 1;
    }
    return step.complaint.contains("malformed") ? 0 : 2;
  }

  private static boolean isAboutAbsence(String complaint) {
    return complaint.contains("absent")
        || complaint.contains("missing")
        || complaint.equals("no event id");
  }
}
