package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds out why a source refuses a captured request. It only ever asks the source whether a request
 * verifies, and so can tell no more than that: no expected signature, no part of a key. Used once.
 */
final class Diagnosis {

  private final Source source;
  private final Capture capture;
  private final Instant at;
  private final Trials trials;
  private final HeaderProbe probe;
  private final List<Instant> times;

  /**
   * @param at when to judge
   * @param headerNames which headers may be missing
   */
  Diagnosis(Source source, Capture capture, Instant at, List<String> headerNames) {
    this.source = source;
    this.capture = capture;
    this.at = at;
    this.trials = new Trials(source);
    this.probe = new HeaderProbe(trials, headerNames, at);
    this.times = SignedTimes.in(capture);
  }

  CheckReport report() {
    Verdict verdict = trials.judge(capture, at);
    List<Finding> findings = verdict instanceof Verdict.Rejected ? findings(verdict) : List.of();
    return new CheckReport(source, at, verdict, findings);
  }

  private List<Finding> findings(Verdict verdict) {
    if (!source.acceptsMethod(capture.method())) {
      return List.of(Finding.of("method", "This provider delivers by POST."));
    }
    Optional<Instant> genuine = trials.genuineAt(capture, times);
    if (genuine.isPresent()) {
      return List.of(late(capture, genuine.get()));
    }
    List<Finding> headers = headers(verdict);
    return headers.isEmpty() ? content() : headers;
  }

  private List<Finding> headers(Verdict verdict) {
    List<Finding> findings = new ArrayList<>();
    probe.repeated(capture, verdict).forEach(name -> findings.add(Finding.repeated(name)));
    if (findings.isEmpty()) {
      probe.missing(capture, verdict).forEach(name -> findings.add(Finding.missing(name)));
    }
    if (findings.isEmpty() && trials.judge(capture, at) instanceof Verdict.Rejected rejected) {
      malformed(rejected).forEach(findings::add);
    }
    return findings;
  }

  private static Stream<Finding> malformed(Verdict.Rejected rejected) {
    return rejected.reason().contains("malformed") || HeaderProbe.isAboutAbsence(rejected.reason())
        ? Stream.of(
            Finding.of(
                "header-malformed",
                "A header is there and not of the provider's form, or belongs to another scheme."))
        : Stream.empty();
  }

  /** The times are tried with each variation: what was captured earlier is mostly late as well. */
  private List<Finding> content() {
    List<Instant> all = Stream.concat(Stream.of(at), times.stream()).toList();
    return Stream.concat(BodyVariations.of(capture), UrlVariations.of(capture))
        .takeWhile(variation -> !trials.exhausted())
        .flatMap(
            variation ->
                trials
                    .genuineAt(variation.capture(), all)
                    .map(time -> altered(variation, time))
                    .stream())
        .findFirst()
        .orElseGet(this::nothingMatches);
  }

  private List<Finding> altered(Variation variation, Instant time) {
    Finding altered = Finding.altered(variation);
    return time.equals(at) ? List.of(altered) : List.of(altered, late(variation.capture(), time));
  }

  private List<Finding> nothingMatches() {
    List<Finding> findings = new ArrayList<>();
    findings.add(
        Finding.of(
            "no-secret-matches",
            "No active secret of this source made this signature, for the request as given or any"
                + " variation tried. Compare the secret with the provider's; else the request was"
                + " changed in a way that cannot be undone, such as the order of JSON members."));
    if (new String(capture.body(), java.nio.charset.StandardCharsets.UTF_8).indexOf('\uFFFD')
        >= 0) {
      findings.add(
          Finding.of(
              "charset-lost",
              "The body is no UTF-8, or holds replacement characters: something read it in the"
                  + " wrong charset and lost bytes. Capture the bytes and send bodyBase64."));
    }
    if (trials.exhausted()) {
      findings.add(
          Finding.of("not-all-tried", "The body is large: not all variations were tried."));
    }
    return findings;
  }

  private Finding late(Capture genuine, Instant time) {
    String now = Trials.reason(trials.judge(genuine, at));
    return now.contains("time")
        ? Finding.time(time, edge(genuine, time), at)
        : Finding.secretRetired();
  }

  /** By halves: the last second at which the request verifies, on the way to {@code at}. */
  private Instant edge(Capture genuine, Instant time) {
    Instant in = time;
    Instant out = at;
    while (Duration.between(in, out).abs().toMillis() > 500) {
      Instant middle = in.plus(Duration.between(in, out).dividedBy(2));
      if (Trials.isGenuine(trials.judge(genuine, middle))) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return in;
  }
}
