package dev.webhookinbox.worker;

import dev.webhookinbox.handler.ActionNotNow;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import org.jspecify.annotations.Nullable;

/**
 * What one call of a handler came to.
 *
 * @param taker which
 * @param error what it threw; null if it answered
 */
record Called(Registration taker, Outcome outcome, @Nullable Throwable error) {

  String handler() {
    return taker.name();
  }

  boolean isDone() {
    return outcome instanceof Outcome.Done;
  }

  /** Whether it found the other system away, whatever the event. */
  boolean isAway() {
    return outcome instanceof Outcome.Retry retry && retry.isAway();
  }

  /** Whether another event is at the guarded action that the handler asked for. */
  boolean isBusy() {
    ActionNotNow notNow = notNow();
    return notNow != null && !notNow.isUndecided();
  }

  /** What a guarded action answered instead of a result, however the handler wrapped it. */
  @Nullable ActionNotNow notNow() {
    Throwable cause = error;
    for (int depth = 0; cause != null && depth < 10; depth++) {
      if (cause instanceof ActionNotNow notNow) {
        return notNow;
      }
      cause = cause.getCause();
    }
    return null;
  }
}
