package dev.webhookinbox.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a holder gives a job back. */
public sealed interface Settlement {

  /**
   * Ends as {@code done} with this outcome.
   *
   * @param applies whether its ordering key has come as far as this event now
   */
  record Done(String outcome, boolean applies) implements Settlement {
    public Done(String outcome) {
      this(outcome, false);
    }
  }

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

  /**
   * Comes back later through no fault of its own: the attempt does not count.
   *
   * @param slotOf the route at whose rate it has its turn then; null for none
   */
  record Later(Duration delay, @Nullable String slotOf) implements Settlement {
    public Later(Duration delay) {
      this(delay, null);
    }
  }

  /**
   * Ends as {@code failed} by what happened before: its attempts are spent, or one of its handlers
   * has given up. The reason of then is kept.
   *
   * @param counts whether a handler was called now: if not, the attempt does not count
   */
  record Spent(String outcome, boolean counts) implements Settlement {}

  /** Comes back later because its body cannot be read now: the attempt does not count. */
  record Unreadable(Duration delay, String reason) implements Settlement {}

  /** Waits until what is paused is resumed: the attempt does not count. */
  record Parked(String subject) implements Settlement {}

  /** Was never begun: due at once, and the attempt does not count. */
  record Unstarted() implements Settlement {}
}
