package dev.webhookinbox.inbox;

import java.time.Duration;

/** How a holder gives a job back. */
public sealed interface Settlement {

  /** Ends as {@code done} with this outcome. */
  record Done(String outcome) implements Settlement {}

  /** Waits, by the database's clock, and becomes due again; the attempt is kept as failed. */
  record Again(Duration delay, Failure failure) implements Settlement {
    public Again(Duration delay, String reason) {
      this(delay, Failure.of(reason));
    }
  }

  /** Ends as {@code failed} and waits for a person; the attempt is kept as failed. */
  record Failed(String outcome, Failure failure) implements Settlement {
    public Failed(String outcome, String reason) {
      this(outcome, Failure.of(reason));
    }
  }

  /** Comes back later through no fault of its own: the attempt does not count. */
  record Later(Duration delay) implements Settlement {}

  /** Was never begun: due at once, and the attempt does not count. */
  record Unstarted() implements Settlement {}
}
