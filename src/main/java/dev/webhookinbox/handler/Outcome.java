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
   */
  record Retry(String reason, Optional<Duration> after) implements Outcome {
    public Retry {
      Objects.requireNonNull(reason);
      Objects.requireNonNull(after);
    }
  }

  /** Never: the job ends as {@code failed} at once and waits for a person. */
  record GiveUp(String reason) implements Outcome {
    public GiveUp {
      Objects.requireNonNull(reason);
    }
  }

  static Outcome done() {
    return new Done();
  }

  static Outcome retry(String reason) {
    return new Retry(reason, Optional.empty());
  }

  static Outcome retryAfter(Duration wait, String reason) {
    return new Retry(reason, Optional.of(wait));
  }

  static Outcome giveUp(String reason) {
    return new GiveUp(reason);
  }
}
