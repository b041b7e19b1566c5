package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.inbox.WorkArrived;
import dev.webhookinbox.platform.Lifecycle;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Stopping;
import dev.webhookinbox.platform.Ticks;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Claims due jobs and hands them to the handler threads: at once when the local commit of a
 * delivery wakes it, and otherwise at each poll. Turns are short tasks on the server's scheduled
 * executor, one at a time.
 */
@ApplicationScoped
public class Worker {

  private static final System.Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration LAST_GRACE = Duration.ofSeconds(2);

  /** Unique to this start of this node: a former life's leases are never taken for ours. */
  private final String owner = UUID.randomUUID().toString();

  private final AtomicBoolean turnDue = new AtomicBoolean();
  private final QueueCursor cursor = new QueueCursor();
  private volatile @Nullable HandlerThreads threads;
  private volatile boolean backlog;
  private volatile long lastTurn = System.nanoTime();

  @Inject WorkerSettings settings;
  @Inject Queue queue;
  @Inject Execution execution;
  @Inject LeaseKeeper leases;
  @Inject Lifecycle lifecycle;
  @Inject Ticks ticks;
  @Inject Meters meters;
  @Resource ManagedThreadFactory threadFactory;

  void start(@Observes @Priority(StartOrder.WORKER) Starting event) {
    if (!settings.enabled()) {
      LOG.log(Level.INFO, "WHI-201 this node only accepts: inbox.worker.enabled is false");
      return;
    }
    execution.prepare();
    HandlerThreads started = new HandlerThreads(settings.concurrency(), threadFactory);
    threads = started;
    leases.start(owner, started);
    ticks.every(settings.poll(), this::wake);
    LOG.log(Level.INFO, "WHI-202 worker {0} started, {1} handlers", owner, settings.concurrency());
  }

  void woken(@Observes(during = TransactionPhase.AFTER_SUCCESS) WorkArrived arrival) {
    wake();
  }

  /** Whether the loop has turned within this time; always so on a node that only accepts. */
  public boolean turnedWithin(Duration time) {
    return !settings.enabled() || System.nanoTime() - lastTurn < time.toNanos();
  }

  /** How often the loop turns at least. */
  public Duration poll() {
    return settings.poll();
  }

  private void wake() {
    if (threads != null && !lifecycle.isStopping() && turnDue.compareAndSet(false, true)) {
      ticks.soon(this::turn);
    }
  }

  private synchronized void turn() {
    turnDue.set(false);
    lastTurn = System.nanoTime();
    HandlerThreads handlers = threads;
    if (handlers != null && !lifecycle.isStopping()) {
      claim(handlers);
    }
  }

  private void claim(HandlerThreads handlers) {
    int most = Math.min(settings.batch(), handlers.free());
    if (most == 0) {
      backlog = true;
      return;
    }
    List<ClaimedJob> jobs =
        queue.claim(owner, most, settings.lease(), cursor.next(System.nanoTime()));
    cursor.claimed(jobs);
    backlog = jobs.size() == most;
    jobs.forEach(job -> begin(handlers, job));
  }

  private void begin(HandlerThreads handlers, ClaimedJob job) {
    meters.time("inbox_queue_seconds", job.waited());
    if (lifecycle.isStopping()) {
      queue.settle(job.lease(), new Settlement.Unstarted());
    } else {
      Held held = new Held(job.lease());
      handlers.start(held, () -> execution.run(job, held), this::wakeForMore);
    }
  }

  private void wakeForMore() {
    if (backlog) {
      wake();
    }
  }

  /**
   * Takes nothing more, and waits for what runs; what does not end in time is interrupted. Work
   * that does not heed even that keeps its lease, so that nobody runs it beside its former self.
   * May be called more than once, and before the start has ended.
   */
  synchronized void stop(@Observes Stopping event) {
    lifecycle.stop();
    HandlerThreads handlers = threads;
    threads = null;
    if (handlers == null) {
      return;
    }
    if (!drained(handlers, settings.drain())) {
      handlers.leases().forEach(handlers::interrupt);
      if (!drained(handlers, LAST_GRACE)) {
        LOG.log(Level.WARNING, "WHI-204 {0} jobs did not end", handlers.leases().size());
      }
    }
    handlers.close();
    LOG.log(Level.INFO, "WHI-203 worker {0} stopped", owner);
  }

  /** Keeps the leases from here: the server's executor may have stopped ticking already. */
  private boolean drained(HandlerThreads handlers, Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    Duration step = settings.lease().dividedBy(4);
    while (!handlers.drained(
        Duration.ofNanos(Math.min(step.toNanos(), deadline - System.nanoTime())))) {
      if (System.nanoTime() >= deadline) {
        return false;
      }
      leases.renewNow(owner, handlers);
    }
    return true;
  }
}
