package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.platform.LogLine;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Records how a job ended. While the database is away the result is kept and tried again until the
 * lease would have ended, because a lost result is a repeated call.
 */
@Dependent
class Settling {

  private static final System.Logger LOG = System.getLogger(Settling.class.getName());
  private static final Duration PAUSE = Duration.ofMillis(250);

  @Inject Queue queue;
  @Inject Completer completer;
  @Inject WorkerSettings settings;

  /** A success without an order may be recorded later, together with others. */
  void settle(ClaimedJob job, Settlement settlement) {
    if (settlement instanceof Settlement.Done done && !done.applies()) {
      completer.add(job, done);
    } else {
      settleAlone(job, settlement);
    }
  }

  private void settleAlone(ClaimedJob job, Settlement settlement) {
    long deadline = System.nanoTime() + settings.lease().toNanos();
    while (true) {
      Thread.interrupted(); // meant for the handler; kept, it would end every pause at once
      try {
        report(job, settlement, queue.settle(job.lease(), settlement));
        return;
      } catch (Exception e) { // WildFly throws a checked exception that nobody declares
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("the result could not be recorded", e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  private static void report(ClaimedJob job, Settlement settlement, boolean won) {
    if (!won) {
      LOG.log(Level.WARNING, line("WHI-231 lease lost, result not recorded", job));
    } else if (settlement instanceof Settlement.Failed failed) {
      LOG.log(
          Level.WARNING,
          line("WHI-232 failed", job).with("state", "failed").with("outcome", failed.outcome()));
    } else if (settlement instanceof Settlement.Spent spent) {
      LOG.log(
          Level.WARNING,
          line("WHI-232 failed", job).with("state", "failed").with("outcome", spent.outcome()));
    } else if (settlement instanceof Settlement.Again again) {
      LOG.log(
          Level.INFO,
          line("WHI-233 attempt failed", job).with("state", "pending").with("in", again.delay()));
    } else if (settlement instanceof Settlement.Unreadable unreadable) {
      LOG.log(
          Level.ERROR,
          line("WHI-235 cannot be handled now", job)
              .with("state", "pending")
              .with("reason", unreadable.reason()));
    } else {
      LOG.log(
          Level.DEBUG,
          () -> line("WHI-234 settled", job).with("result", word(settlement)).toString());
    }
  }

  private static LogLine line(String message, ClaimedJob job) {
    return JobLine.of(message, job);
  }

  private static String word(Settlement settlement) {
    return settlement instanceof Settlement.Done done
        ? done.outcome()
        : settlement.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
