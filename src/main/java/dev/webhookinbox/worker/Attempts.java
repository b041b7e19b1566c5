package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.platform.Meters;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Counts the calls of handlers by what came of them, and those that were not the first. */
@Dependent
class Attempts {

  @Inject Meters meters;

  void count(ClaimedJob job, Registration taker, Outcome outcome) {
    String route = taker.label();
    meters.counter("inbox_attempts_total", "route", route, "outcome", word(outcome)).increment();
    meters.counter("inbox_retries_total", "route", route).increment(job.attempt() > 1 ? 1 : 0);
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Retry) {
      return "retry";
    }
    return outcome instanceof Outcome.GiveUp ? "gave-up" : "done";
  }
}
