package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Judges captured requests and variations of them, as often as the size of the body allows: each
 * judgement reads all of it. Used by one thread.
 */
final class Trials {

  private static final long MOST_BYTES = 256L << 20;
  private static final int LEAST_PER_TRIAL = 16 << 10; // a public key costs this much at least

  private final Source source;
  private long bytes;

  Trials(Source source) {
    this.source = source;
  }

  Verdict judge(Capture capture, Instant at) {
    bytes += Math.max(LEAST_PER_TRIAL, capture.body().length);
    return source.judge(capture.request(), at);
  }

  /** The first of the times at which the request is genuine. */
  Optional<Instant> genuineAt(Capture capture, List<Instant> times) {
    return times.stream()
        .filter(time -> !exhausted() && isGenuine(judge(capture, time)))
        .findFirst();
  }

  /** Whether no more is tried, so that one check stays within about a second. */
  boolean exhausted() {
    return bytes > MOST_BYTES;
  }

  static boolean isGenuine(Verdict verdict) {
    return !(verdict instanceof Verdict.Rejected) && !(verdict instanceof Verdict.Unavailable);
  }

  /** Why not, or nothing. */
  static String reason(Verdict verdict) {
    if (verdict instanceof Verdict.Rejected rejected) {
      return rejected.reason();
    }
    if (verdict instanceof Verdict.Unusable unusable) {
      return unusable.reason();
    }
    return verdict instanceof Verdict.Unavailable unavailable ? unavailable.reason() : "";
  }
}
