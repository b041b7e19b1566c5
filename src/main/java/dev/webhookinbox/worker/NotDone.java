package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Outcome;

/** Carries an outcome out of a transaction that it rolls back. */
final class NotDone extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Outcome outcome;

  private NotDone(Outcome outcome) {
    super(null, null, false, false);
    this.outcome = outcome;
  }

  static void unlessDone(Outcome outcome) {
    if (!(outcome instanceof Outcome.Done)) {
      throw new NotDone(outcome);
    }
  }

  Outcome outcome() {
    return outcome;
  }
}
