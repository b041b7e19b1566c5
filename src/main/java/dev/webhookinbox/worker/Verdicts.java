package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.retry.RetryPolicy;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What handlers' outcomes mean for a job, under the retry policy. */
@Dependent
class Verdicts {

  /** Beyond any sense, and within what the database can add to a time. */
  private static final Duration LONGEST = Duration.ofDays(365);

  @Inject RetryPolicy policy;

  /** What several handlers left unfinished: a retry of one keeps the job going for all. */
  Settlement of(ClaimedJob job, List<Outcome> unfinished) {
    return unfinished.stream()
        .filter(Outcome.Retry.class::isInstance)
        .findFirst()
        .or(() -> unfinished.stream().findFirst())
        .map(outcome -> of(job, outcome))
        .orElseGet(() -> new Settlement.Done("done"));
  }

  Settlement of(ClaimedJob job, Outcome outcome) {
    if (outcome instanceof Outcome.Retry retry) {
      return policy.exhaustedAfter(job.attempt())
          ? new Settlement.Failed("exhausted", retry.reason())
          : new Settlement.Again(wait(job.attempt(), retry), retry.reason());
    }
    if (outcome instanceof Outcome.GiveUp giveUp) {
      return new Settlement.Failed("gave-up", giveUp.reason());
    }
    return new Settlement.Done("done");
  }

  private Duration wait(int attempt, Outcome.Retry retry) {
    Duration own = policy.waitAfter(attempt, ThreadLocalRandom.current()::nextDouble);
    Duration asked = retry.after().orElse(Duration.ZERO);
    Duration longer = asked.compareTo(own) > 0 ? asked : own;
    return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }

  /** A handler must say something; one that does not is treated as one that failed. */
  Outcome present(@Nullable Outcome outcome) {
    return outcome == null ? Outcome.retry("the handler answered null") : outcome;
  }

  /** An unexpected exception means: later. */
  Outcome failure(Throwable e) {
    String message = message(e);
    return Outcome.retry(e.getClass().getName() + (message == null ? "" : ": " + message));
  }

  /** Foreign code too: what fails here must not cost the job its end. */
  private static @Nullable String message(Throwable e) {
    try {
      return e.getMessage();
    } catch (RuntimeException | Error unreadable) {
      return null;
    }
  }
}
