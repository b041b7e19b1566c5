package dev.webhookinbox.platform;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Short tasks on the server's scheduled executor. A task that throws is logged, once until it works
 * again, and its series goes on; a series ends with the application. Thread-safe.
 */
@ApplicationScoped
public class Ticks {

  private static final System.Logger LOG = System.getLogger(Ticks.class.getName());

  /** What fails, by the class of its task, which is one for each place in the code. */
  private final Map<Class<?>, Outage> outages = new ConcurrentHashMap<>();

  private static final class Outage {
    private final long begun = System.nanoTime();
    private final AtomicLong failures = new AtomicLong();
  }

  @Resource ManagedScheduledExecutorService scheduler;
  @Resource ManagedThreadFactory threads;

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

  /**
   * Runs a task that may take long, or wait, on a thread of its own: the server's scheduler may
   * have only one, and every claim and renewal stands behind what runs there.
   */
  public void apart(Runnable task) {
    threads.newThread(() -> guarded(task)).start();
  }

  /** The same at once, and again at each interval at which it does not run still. */
  public void everyApart(Duration interval, Runnable task) {
    AtomicBoolean isRunning = new AtomicBoolean();
    Runnable start =
        () -> {
          if (isRunning.compareAndSet(false, true)) {
            try {
              task.run();
            } finally {
              isRunning.set(false);
            }
          }
        };
    soon(() -> apart(start));
    every(interval, () -> apart(start));
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
        worked(task);
      }
    } catch (Throwable e) {
      failed(task, e);
    }
  }

  private void failed(Runnable task, Throwable e) {
    Outage outage = outages.computeIfAbsent(task.getClass(), any -> new Outage());
    if (outage.failures.getAndIncrement() == 0) {
      LOG.log(
          Level.WARNING,
          LogLine.of("WHI-001 a task fails, and is tried again").with("error", cause(e)));
    }
    LOG.log(Level.DEBUG, "task failed", e);
  }

  private void worked(Runnable task) {
    Outage over = outages.remove(task.getClass());
    if (over != null) {
      LOG.log(
          Level.INFO,
          LogLine.of("WHI-002 a task that failed works again")
              .with("failures", over.failures.get())
              .with("seconds", Duration.ofNanos(System.nanoTime() - over.begun).toSeconds()));
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
