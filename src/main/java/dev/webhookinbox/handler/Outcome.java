package dev.webhookinbox.handler;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What a handler says became of an event. */
public sealed interface Outcome {

  /** The work is done; the job ends as {@code done}. */
  record Done() implements Outcome {}

  /**
   * Not now. The job waits and is tried again while attempts are left.
   *
   * @param reason what a person should read; no payload, no secret
   * @param after the least wait, which may only lengthen the policy's own
   * @param detail kept with the attempt, 2,000 characters of it: what a target answered, for
   *     instance
   * @param isAway whether the other system is away, whatever the event: after several of these in a
   *     row the handler is not called for a while, for any event
   */
  record Retry(String reason, Optional<Duration> after, Optional<String> detail, boolean isAway)
      implements Outcome {
    public Retry(String reason, Optional<Duration> after, Optional<String> detail) {
      this(reason, after, detail, false);
    }

    public Retry {
      Objects.requireNonNull(reason);
      Objects.requireNonNull(after);
      Objects.requireNonNull(detail);
    }
  }

  /** Never: the job ends as {@code failed} at once and waits for a person. */
  record GiveUp(String reason, Optional<String> detail) implements Outcome {
    public GiveUp {
      Objects.requireNonNull(reason);
      Objects.requireNonNull(detail);
    }
  }

  static Outcome done() {
    return new Done();
  }

  static Outcome retry(String reason) {
    return new Retry(reason, Optional.empty(), Optional.empty());
  }

  static Outcome retryAfter(Duration wait, String reason) {
    return new Retry(reason, Optional.of(wait), Optional.empty());
  }

  /** As {@link #retry}, because the other system is away: it would be so for any event. */
  static Outcome away(String reason) {
    return new Retry(reason, Optional.empty(), Optional.empty(), true);
  }

  static Outcome giveUp(String reason) {
    return new GiveUp(reason, Optional.empty());
  }
}
