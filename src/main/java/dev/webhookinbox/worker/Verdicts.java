package dev.webhookinbox.worker;

import dev.webhookinbox.handler.ActionNotNow;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Failure;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.retry.RetryPolicy;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** What handlers' outcomes mean for a job, under the retry policy. */
@Dependent
class Verdicts {

  /** Beyond any sense, and within what the database can add to a time. */
  private static final Duration LONGEST = Duration.ofDays(365);

  /** How long, on the average, until an action that another event is at is looked at again. */
  private static final Duration BUSY = Duration.ofSeconds(1);

  @Inject RetryPolicy policy;

  /**
   * What several handlers left unfinished: a retry of one keeps the job going for all, and so does
   * one that cannot be called now; the one that can be called soonest decides when.
   */
  Settlement of(ClaimedJob job, Round round) {
    if (round.wasFailed()) {
      return new Settlement.Spent(round.failedAs(), round.called);
    }
    Settlement called = of(job, round.unfinished);
    if (called instanceof Settlement.Again || round.notNow.isEmpty()) {
      return called;
    }
    return round.notNow.stream()
        .filter(Settlement.Later.class::isInstance)
        .findFirst()
        .orElse(called instanceof Settlement.Later ? called : round.notNow.get(0));
  }

  /**
   * The failure of a handler that is not called again within this budget; null if it may be. One
   * that waits for a decision is: the decision may come while the job goes on for others.
   */
  Settlement.@Nullable Failed finalFailure(ClaimedJob job, Called called) {
    return called.notNow() == null && of(job, called) instanceof Settlement.Failed failed
        ? failed
        : null;
  }

  /** The end of a job that all its handlers are done with. */
  static Settlement.Done done(ClaimedJob job) {
    return new Settlement.Done("done", job.isVersioned());
  }

  private Settlement of(ClaimedJob job, List<Called> unfinished) {
    return unfinished.stream()
        .filter(called -> called.outcome() instanceof Outcome.Retry && called.notNow() == null)
        .min(Comparator.comparing(called -> isExhausted(job, called.taker())))
        .or(() -> unfinished.stream().filter(Called::isBusy).findFirst())
        .or(() -> unfinished.stream().findFirst())
        .map(called -> of(job, called))
        .orElseGet(() -> done(job));
  }

  Settlement of(ClaimedJob job, Called called) {
    ActionNotNow notNow = called.notNow();
    if (notNow != null) {
      return notNow.isUndecided()
          ? new Settlement.Failed(
              "needs-decision",
              failure(called, String.valueOf(notNow.getMessage()), Optional.empty()))
          : new Settlement.Later(BUSY.dividedBy(2).plus(jittered(BUSY)));
    }
    if (called.outcome() instanceof Outcome.Retry retry) {
      Failure failure = failure(called, retry.reason(), retry.detail());
      return isExhausted(job, called.taker())
          ? new Settlement.Failed("exhausted", failure)
          : new Settlement.Again(wait(job, called.taker(), retry), failure);
    }
    if (called.outcome() instanceof Outcome.GiveUp giveUp) {
      return new Settlement.Failed("gave-up", failure(called, giveUp.reason(), giveUp.detail()));
    }
    return done(job);
  }

  private static Failure failure(Called called, String reason, Optional<String> detail) {
    Throwable error = called.error();
    return new Failure(
        reason,
        called.handler(),
        error == null ? null : error.getClass().getName(),
        detail.orElse(null));
  }

  private static Duration jittered(Duration longest) {
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest.toNanos()));
  }

  private boolean isExhausted(ClaimedJob job, Registration taker) {
    return policy(taker).exhaustedAfter(job.attempt(), job.age());
  }

  /**
   * Whether a job has had all its attempts though none of them ended: the rescue of dead workers'
   * jobs knows no handlers, and lets each have as many as any.
   */
  boolean isSpent(ClaimedJob job, List<Registration> takers) {
    return !takers.isEmpty()
        && takers.stream().allMatch(taker -> job.attempt() > policy(taker).maxAttempts());
  }

  private RetryPolicy policy(Registration taker) {
    return taker.terms().retries().over(policy);
  }

  private Duration wait(ClaimedJob job, Registration taker, Outcome.Retry retry) {
    Duration own =
        policy(taker).waitAfter(job.attempt(), job.age(), ThreadLocalRandom.current()::nextDouble);
    Duration asked = retry.after().orElse(Duration.ZERO);
    Duration longer = asked.compareTo(own) > 0 ? asked : own;
    return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }

  /** A handler must say something; one that does not is treated as one that failed. */
  Called answered(Registration taker, @Nullable Outcome outcome) {
    return new Called(
        taker, outcome == null ? Outcome.retry("the handler answered null") : outcome, null);
  }

  /** An unexpected exception means: later. */
  Called threw(Registration taker, Throwable e) {
    String message = message(e);
    String reason = e.getClass().getName() + (message == null ? "" : ": " + message);
    return new Called(taker, Outcome.retry(reason), e);
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
