package dev.webhookinbox.platform;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Short tasks on the server's scheduled executor. A task that throws is logged and its series goes
 * on; a series ends with the application. Thread-safe.
 */
@ApplicationScoped
public class Ticks {

  private static final System.Logger LOG = System.getLogger(Ticks.class.getName());

  @Resource ManagedScheduledExecutorService scheduler;

  private volatile boolean ended;

  /** Runs the task as soon as a thread is free. */
  public void soon(Runnable task) {
    schedule(() -> guarded(task), 0);
  }

  /**
   * Runs the task again and again, each time after the interval of 80 % to 120 %, so that nodes do
   * not come to the database in step.
   */
  public void every(Duration interval, Runnable task) {
    Runnable tick =
        () -> {
          guarded(task);
          every(interval, task);
        };
    schedule(
        tick, Math.round(interval.toMillis() * ThreadLocalRandom.current().nextDouble(0.8, 1.2)));
  }

  /** Some servers run on what is scheduled, beyond the application's end. */
  void end(@Observes Stopping event) {
    ended = true;
  }

  private void schedule(Runnable task, long delayMillis) {
    if (ended) {
      return;
    }
    try {
      var unused = scheduler.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException | IllegalStateException e) {
      LOG.log(Level.DEBUG, "the server takes no more tasks", e);
    }
  }

  @SuppressWarnings("CatchingUnchecked") // whatever it is, the series must go on
  private void guarded(Runnable task) {
    try {
      if (!ended) {
        task.run();
      }
    } catch (Throwable e) {
      LOG.log(Level.WARNING, "WHI-001 a task failed and will be tried again: " + cause(e));
      LOG.log(Level.DEBUG, "task failed", e);
    }
  }

  private static String cause(Throwable e) {
    Throwable deepest = e;
    while (deepest.getCause() != null && deepest.getCause() != deepest) {
      deepest = deepest.getCause();
    }
    return deepest.getClass().getName() + ": " + deepest.getMessage();
  }
}
