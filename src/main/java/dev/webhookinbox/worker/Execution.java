package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventKey;
import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.LeaseLost;
import dev.webhookinbox.inbox.LocalWork;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Runs a claimed job: its handlers, each until it is done, and then the settling. */
@Dependent
class Execution {

  private static final System.Logger LOG = System.getLogger(Execution.class.getName());
  private static final Settlement.Done DONE = new Settlement.Done("done");

  @Inject Handlers handlers;
  @Inject Queue queue;
  @Inject LocalWork local;
  @Inject Verdicts verdicts;
  @Inject Settling settling;
  @Inject Attempts attempts;

  /**
   * Finds the handlers, so that a fault in one of them stops the deployment and not the first job.
   */
  void prepare() {
    handlers.of("", "", "");
  }

  void run(ClaimedJob job) {
    try {
      handle(job);
    } catch (LeaseLost e) {
      LOG.log(Level.WARNING, "WHI-221 lease lost, work undone: {0}", job.key());
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(Level.WARNING, "WHI-222 {0} stays until its lease ends: {1}", job.key(), e);
    }
  }

  private void handle(ClaimedJob job) {
    if (job.body() == null) {
      settling.settle(
          job, new Settlement.Failed("payload-gone", "the payload is past its retention"));
      return;
    }
    List<Registration> takers = handlers.of(job.source(), job.key().provider(), job.eventType());
    switch (takers.size()) {
      case 0 -> settling.settle(job, new Settlement.Done("unhandled"));
      case 1 -> handleAlone(job, takers.get(0));
      default -> handleInTurn(job, takers);
    }
  }

  private void handleAlone(ClaimedJob job, Registration taker) {
    if (taker.handler() instanceof LocalHandler) {
      Outcome outcome = inTransaction(job, taker, work -> local.complete(job.lease(), DONE, work));
      if (outcome instanceof Outcome.Done) {
        return;
      }
      settling.settle(job, verdicts.of(job, outcome));
    } else {
      settling.settle(job, verdicts.of(job, call(job, taker)));
    }
  }

  private void handleInTurn(ClaimedJob job, List<Registration> takers) {
    Set<String> done = queue.progressOf(job.key());
    List<Outcome> unfinished = new ArrayList<>();
    for (Registration taker : takers) {
      if (!done.contains(taker.name())) {
        Outcome outcome = oneOfSeveral(job, taker);
        if (!(outcome instanceof Outcome.Done)) {
          unfinished.add(outcome);
        }
      }
    }
    settling.settle(job, verdicts.of(job, unfinished));
  }

  private Outcome oneOfSeveral(ClaimedJob job, Registration taker) {
    if (taker.handler() instanceof LocalHandler) {
      return inTransaction(job, taker, work -> local.progress(job.lease(), taker.name(), work));
    }
    Outcome outcome = call(job, taker);
    if (outcome instanceof Outcome.Done && !queue.progress(job.lease(), taker.name())) {
      throw LeaseLost.of(job.lease());
    }
    return outcome;
  }

  private interface Transaction {
    void around(Runnable work);
  }

  /** An outcome other than done leaves the transaction as an exception, which rolls it back. */
  private Outcome inTransaction(ClaimedJob job, Registration taker, Transaction transaction) {
    try {
      transaction.around(() -> NotDone.unlessDone(call(job, taker)));
      return Outcome.done();
    } catch (NotDone e) {
      return e.outcome();
    } catch (LeaseLost e) {
      throw e;
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      return verdicts.failure(e);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // a handler's failure, whatever it is, means: later
  private Outcome call(ClaimedJob job, Registration taker) {
    try {
      return counted(job, taker, verdicts.present(taker.handler().handle(event(job))));
    } catch (Throwable e) {
      return counted(job, taker, verdicts.failure(e));
    }
  }

  private Outcome counted(ClaimedJob job, Registration taker, Outcome outcome) {
    attempts.count(job, taker, outcome);
    return outcome;
  }

  private static Event event(ClaimedJob job) {
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
        job.attempt());
  }
}
