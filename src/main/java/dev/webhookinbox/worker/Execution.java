package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventKey;
import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.handler.Kept;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.LeaseLost;
import dev.webhookinbox.inbox.LocalWork;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Runs a claimed job: its handlers, each until it is done, and then the settling. */
@Dependent
class Execution {

  private static final System.Logger LOG = System.getLogger(Execution.class.getName());

  /** Until a body that could not be read is tried again. */
  private static final Duration UNREADABLE = Duration.ofMinutes(1);

  @Inject Handlers handlers;
  @Inject Queue queue;
  @Inject LocalWork local;
  @Inject Verdicts verdicts;
  @Inject Settling settling;
  @Inject WorkerSettings settings;
  @Inject Attempts attempts;
  @Inject Admission admission;

  /**
   * Finds the handlers, so that a fault in one of them stops the deployment and not the first job.
   */
  void prepare() {
    handlers.of("", "", "");
  }

  /** The handler that may take this job in one transaction with others; null if it runs alone. */
  @Nullable Registration together(ClaimedJob job) {
    if (job.body() == null
        || job.facts().unreadable() != null
        || job.isVersioned()
        || job.isSuspect()
        || job.isMarked()) {
      return null;
    }
    List<Registration> takers = handlers.of(job.source(), job.key().provider(), job.eventType());
    boolean mayShare =
        takers.size() == 1 && mayShare(takers.get(0)) && !verdicts.isSpent(job, takers);
    return mayShare ? takers.get(0) : null;
  }

  private static boolean mayShare(Registration taker) {
    return taker.handler() instanceof LocalHandler
        && taker.terms().together() > 1
        && taker.terms().isUnlimited();
  }

  /** Runs jobs of one handler in one transaction, and if that does not succeed each by itself. */
  void runTogether(Registration taker, Map<ClaimedJob, Held> jobs) {
    if (jobs.size() == 1 || !doneTogether(taker, jobs)) {
      jobs.forEach(this::run);
    }
  }

  private boolean doneTogether(Registration taker, Map<ClaimedJob, Held> jobs) {
    SortedMap<Lease, String> outcomes = new TreeMap<>();
    for (Map.Entry<ClaimedJob, Held> job : jobs.entrySet()) {
      if (job.getValue().isLost() || !admission.isOpen(job.getKey(), taker)) {
        return false;
      }
      outcomes.put(job.getKey().lease(), "done");
    }
    try {
      local.completeAll(outcomes, () -> jobs.forEach((job, held) -> callShared(taker, job, held)));
      return true;
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(Level.DEBUG, "each by itself", e);
      return false;
    }
  }

  private void callShared(Registration taker, ClaimedJob job, Held held) {
    NotDone.unlessDone(call(new Work(job, held, event(job, held)), taker));
  }

  void run(ClaimedJob job, Held held) {
    try {
      if (!held.isLost()) {
        handle(job, held);
      }
    } catch (LeaseLost e) {
      LOG.log(Level.WARNING, JobLine.of("WHI-221 lease lost, work undone", job));
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(
          Level.WARNING, JobLine.of("WHI-222 stays until its lease ends", job).with("error", e));
    }
  }

  private void handle(ClaimedJob job, Held held) {
    if (job.body() == null) {
      settling.settle(
          job, new Settlement.Failed("payload-gone", "the payload is past its retention"));
      return;
    }
    String unreadable = job.facts().unreadable();
    if (unreadable != null) {
      settling.settle(job, new Settlement.Unreadable(UNREADABLE, unreadable));
      return;
    }
    if (job.isStale()) {
      settling.settle(job, new Settlement.Done("stale"));
      return;
    }
    Settlement paused = admission.ofSource(job);
    if (paused != null) {
      settling.settle(job, paused);
      return;
    }
    List<Registration> takers = handlers.of(job.source(), job.key().provider(), job.eventType());
    if (verdicts.isSpent(job, takers)) {
      settling.settle(job, new Settlement.Spent("worker-lost", false));
      return;
    }
    if (takers.isEmpty()) {
      settling.settle(job, new Settlement.Done("unhandled"));
      return;
    }
    Work work = new Work(job, held, event(job, held));
    if (takers.size() == 1 && !job.isMarked()) {
      handleAlone(work, takers.get(0));
    } else {
      handleInTurn(work, takers);
    }
  }

  private record Work(ClaimedJob job, Held held, Event event) {}

  private void handleAlone(Work work, Registration taker) {
    Settlement notNow = admission.enter(work.job(), taker);
    if (notNow == null) {
      long begun = System.nanoTime();
      try {
        callAlone(work, taker);
      } finally {
        admission.left(taker, Duration.ofNanos(System.nanoTime() - begun));
      }
    } else {
      settling.settle(work.job(), notNow);
    }
  }

  private void callAlone(Work work, Registration taker) {
    ClaimedJob job = work.job();
    if (taker.handler() instanceof LocalHandler) {
      Settlement.Done done = Verdicts.done(job);
      Called called = inTransaction(work, taker, all -> local.complete(job.lease(), done, all));
      if (!called.isDone()) {
        settling.settle(job, verdicts.of(job, called));
      }
    } else {
      settling.settle(job, verdicts.of(job, call(work, taker)));
    }
  }

  private void handleInTurn(Work work, List<Registration> takers) {
    ClaimedJob job = work.job();
    Map<String, String> over = job.isMarked() ? queue.progressOf(job.key()) : Map.of();
    Round round = new Round();
    for (Registration taker : takers) {
      String ended = over.get(taker.name());
      if (ended == null) {
        inItsTurn(work, taker, round);
      } else if (!"done".equals(ended)) {
        round.over.add(ended);
      }
    }
    Settlement settlement = verdicts.of(job, round);
    if (round.cutShort && !(settlement instanceof Settlement.Again)) {
      throw LeaseLost.of(job.lease()); // who was not called is not done
    }
    giveUp(job, round, settlement);
    settling.settle(job, settlement);
  }

  /** Keeps each final failure; that of whom the settlement tells is kept with it. */
  private void giveUp(ClaimedJob job, Round round, Settlement settlement) {
    for (Called called : round.unfinished) {
      Settlement.Failed failed = verdicts.finalFailure(job, called);
      if (failed != null && !failed.equals(settlement)) {
        giveUp(job, called.handler(), failed);
      }
    }
  }

  private void giveUp(ClaimedJob job, String handler, Settlement.Failed failed) {
    if (!queue.giveUp(job.lease(), failed.outcome(), failed.failure())) {
      throw LeaseLost.of(job.lease());
    }
    LOG.log(
        Level.WARNING,
        JobLine.of("WHI-223 one of several handlers failed for good", job)
            .with("handler", handler)
            .with("outcome", failed.outcome()));
  }

  private void inItsTurn(Work work, Registration taker, Round round) {
    ClaimedJob job = work.job();
    if (work.held().isLost()) {
      round.cutShort = true;
      return;
    }
    if (verdicts.isSpent(job, List.of(taker))) {
      round.over.add("exhausted");
      return;
    }
    Settlement waits = admission.enter(job, taker);
    if (waits != null) {
      round.notNow.add(waits);
      return;
    }
    round.called = true;
    long begun = System.nanoTime();
    try {
      Called called = oneOfSeveral(work, taker);
      if (!called.isDone()) {
        round.unfinished.add(called);
      }
    } finally {
      admission.left(taker, Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  private Called oneOfSeveral(Work work, Registration taker) {
    ClaimedJob job = work.job();
    if (taker.handler() instanceof LocalHandler) {
      return inTransaction(work, taker, all -> local.progress(job.lease(), taker.name(), all));
    }
    Called called = call(work, taker);
    if (called.isDone() && !queue.progress(job.lease(), taker.name())) {
      throw LeaseLost.of(job.lease());
    }
    return called;
  }

  private interface Transaction {
    void around(Runnable work);
  }

  /** An outcome other than done leaves the transaction as an exception, which rolls it back. */
  private Called inTransaction(Work work, Registration taker, Transaction transaction) {
    try {
      transaction.around(() -> NotDone.unlessDone(call(work, taker)));
      return verdicts.answered(taker, Outcome.done());
    } catch (NotDone e) {
      return e.called();
    } catch (LeaseLost e) {
      throw e;
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      return verdicts.threw(taker, e);
    }
  }

  /** A call that ran longer than it may has failed, whatever it answers in the end. */
  private Called call(Work work, Registration taker) {
    Duration maxRun = taker.maxRun();
    work.held().begin(maxRun == null ? settings.maxRun() : maxRun);
    Called called = answer(work, taker);
    String overrun = work.held().end();
    Called result =
        overrun == null ? called : new Called(taker, Outcome.retry(overrun), called.error());
    attempts.count(work.job(), taker, result.outcome());
    admission.heard(work.job(), result);
    return result;
  }

  @SuppressWarnings("CatchingUnchecked") // a handler's failure, whatever it is, means: later
  private Called answer(Work work, Registration taker) {
    try {
      return verdicts.answered(taker, taker.handler().handle(work.event()));
    } catch (Throwable e) {
      return verdicts.threw(taker, e);
    }
  }

  private static Event event(ClaimedJob job, Held held) {
    byte[] body = job.body();
    return new Event(
        job.source(),
        new EventKey(job.key().provider(), job.key().accountScope(), job.key().eventId()),
        job.eventType(),
        job.objectKey(),
        body == null ? new byte[0] : body,
        job.contentType(),
        job.contentEncoding(),
        job.acceptedAt(),
        job.attempt(),
        held,
        Kept.valueOf(job.facts().kept().toUpperCase(Locale.ROOT)),
        job.facts().traceparent());
  }
}
