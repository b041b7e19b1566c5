package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Series;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Counts the calls of handlers by what came of them, and those that were not the first. */
@Dependent
class Attempts {

  @Inject Meters meters;

  void count(ClaimedJob job, Registration taker, Outcome outcome) {
    String route = taker.label();
    meters.add(Series.of("inbox_attempts_total", "route", route, "outcome", word(outcome)), 1);
    meters.add(Series.of("inbox_retries_total", "route", route), job.attempt() > 1 ? 1 : 0);
  }

  private static String word(Outcome outcome) {
    if (outcome instanceof Outcome.Retry) {
      return "retry";
    }
    return outcome instanceof Outcome.GiveUp ? "gave-up" : "done";
  }
}
