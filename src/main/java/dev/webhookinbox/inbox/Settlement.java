package dev.webhookinbox.inbox;

import java.time.Duration;

/** How a holder gives a job back. */
public sealed interface Settlement {

  /** Ends as {@code done} with this outcome. */
  record Done(String outcome) implements Settlement {}

  /** Waits, by the database's clock, and becomes due again. */
  record Again(Duration delay, String reason) implements Settlement {}

  /** Ends as {@code failed} and waits for a person. */
  record Failed(String outcome, String reason) implements Settlement {}

  /** Was never begun: due at once, and the attempt does not count. */
  record Unstarted() implements Settlement {}
}
