package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

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
    return new CheckReport(source, at, verdict, findings(verdict));
  }

  private List<Finding> findings(Verdict verdict) {
    if (verdict instanceof Verdict.Unusable) {
      return headers(verdict);
    }
    if (!(verdict instanceof Verdict.Rejected)) {
      return List.of();
    }
    return source.acceptsMethod(capture.method())
        ? refused(verdict)
        : List.of(Finding.of("method", "This provider delivers by POST."));
  }

  /** What is most likely first; the reason alone tells too little to choose by. */
  private List<Finding> refused(Verdict verdict) {
    Optional<Instant> genuine = trials.genuineAt(capture, times);
    if (genuine.isPresent()) {
      return List.of(late(capture, genuine.get()));
    }
    List<Finding> headers = headers(verdict);
    return headers.isEmpty() ? content() : headers;
  }

  private List<Finding> headers(Verdict verdict) {
    List<Finding> repeated =
        probe.repeated(capture, verdict).stream().map(Finding::repeated).toList();
    return repeated.isEmpty()
        ? probe.missing(capture, verdict).stream().map(Finding::missing).toList()
        : repeated;
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
    if (new String(capture.body(), UTF_8).indexOf('\uFFFD') >= 0) {
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
    return now.equals("no signature matches")
        ? Finding.secretRetired()
        : Finding.time(time, edge(genuine, time), at);
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
