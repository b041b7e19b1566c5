package dev.webhookinbox.worker;

import dev.webhookinbox.handler.ActionNotNow;
import dev.webhookinbox.handler.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What one call of a handler came to.
 *
 * @param handler its name
 * @param error what it threw; null if it answered
 */
record Called(String handler, Outcome outcome, @Nullable Throwable error) {

  boolean isDone() {
    return outcome instanceof Outcome.Done;
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
