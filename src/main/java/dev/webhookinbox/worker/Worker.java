package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Lane;
import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.inbox.Tenant;
import dev.webhookinbox.inbox.WorkArrived;
import dev.webhookinbox.platform.Lifecycle;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Stopping;
import dev.webhookinbox.platform.Ticks;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** What was taken ahead and had to wait so long for a thread may go to another node. */
  private static final Duration LONGEST_AHEAD = Duration.ofSeconds(2);

  /** Unique to this start of this node: a former life's leases are never taken for ours. */
  private final String owner = UUID.randomUUID().toString();

  private final AtomicBoolean turnDue = new AtomicBoolean();
  private final QueueCursor cursor = new QueueCursor();
  private final Shares shares = new Shares();
  private volatile @Nullable HandlerThreads threads;
  private volatile Pace pace = new Pace(1, 0);
  private volatile boolean backlog;
  private volatile int groupSize = 1;
  private volatile Set<String> paused = Set.of();
  private volatile long lastTurn = System.nanoTime();

  @Inject WorkerSettings settings;
  @Inject Queue queue;
  @Inject Execution execution;
  @Inject LeaseKeeper leases;
  @Inject Lifecycle lifecycle;
  @Inject Ticks ticks;
  @Inject Meters meters;
  @Inject Turn turns;
  @Inject Completer completer;
  @Inject Pauses pauses;
  @Resource ManagedThreadFactory threadFactory;

  void start(@Observes @Priority(StartOrder.WORKER) Starting event) {
    execution.prepare();
    waits();
    if (!settings.enabled()) {
      LOG.log(Level.INFO, "WHI-201 this node only accepts: inbox.worker.enabled is false");
      return;
    }
    HandlerThreads started =
        new HandlerThreads(settings.concurrency(), threadFactory, completer::has, this::ended);
    completer.onEnded(started::ended);
    pace = new Pace(settings.concurrency(), settings.batch());
    threads = started;
    leases.start(owner, started);
    ticks.every(settings.poll(), this::wake);
    ticks.every(LONGEST_AHEAD, () -> started.unstarted(LONGEST_AHEAD).forEach(this::giveBack));
    ticks.every(settings.lease().dividedBy(4), this::lookAround);
    ticks.every(settings.lease().dividedBy(4), this::release);
    if (turns.isOften()) {
      ticks.every(Pauses.REFRESH, this::lookAround);
    }
    ticks.every(Pauses.REFRESH, this::resume);
    LOG.log(Level.INFO, "WHI-202 worker {0} started, {1} handlers", owner, settings.concurrency());
  }

  private Timer waits() {
    return meters.histogram("inbox_queue_seconds");
  }

  void woken(@Observes(during = TransactionPhase.AFTER_SUCCESS) WorkArrived arrival) {
    if (threads != null) {
      turns.moved(arrival.lanes());
      wake();
    }
  }

  private void lookAround() {
    if (turns.lookAround()) {
      wake();
    }
  }

  private void resume() {
    Set<String> before = paused;
    paused = pauses.subjects();
    if (!paused.containsAll(before)) {
      release();
    }
  }

  private void release() {
    int released = pauses.release();
    if (released > 0) {
      LOG.log(Level.INFO, "WHI-205 {0} jobs go on after a pause", released);
      wake();
      ticks.soon(this::release);
    }
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
      if (!pauses.isKnown()) {
        pauses.refresh();
      }
      turns.give();
      claim(handlers);
      if (turns.isPending()) {
        wake();
      }
    }
  }

  private void claim(HandlerThreads handlers) {
    int most = Math.min(settings.batch(), mostInHand() - handlers.inHand());
    if (most <= 0) {
      backlog = true;
      return;
    }
    int shared = backlog ? claimOfEach(handlers, most) : 0;
    if (shared < most) {
      long asked = System.nanoTime();
      List<ClaimedJob> jobs =
          queue.claim(
              owner,
              most - shared,
              settings.lease(),
              cursor.next(System.nanoTime()),
              !handlers.holdsSuspect());
      List<ClaimedJob> inOrder = jobs.stream().filter(job -> !job.isSuspect()).toList();
      cursor.claimed(inOrder);
      backlog = shared + inOrder.size() == most;
      begin(handlers, jobs, asked);
    }
  }

  /** Where more is due than can be done at once, each account has its share now and then. */
  private int claimOfEach(HandlerThreads handlers, int most) {
    if (!shares.isDue(System.nanoTime())) {
      return 0;
    }
    List<Tenant> tenants = queue.tenants(shares.after());
    long asked = System.nanoTime();
    List<ClaimedJob> jobs =
        tenants.isEmpty()
            ? List.of()
            : queue.claimOfEach(owner, tenants, 1, most, settings.lease());
    shares.claimed(tenants, jobs, most);
    begin(handlers, jobs, asked);
    return jobs.size();
  }

  private void begin(HandlerThreads handlers, List<ClaimedJob> jobs, long asked) {
    pace.claimed(jobs);
    if (lifecycle.isStopping()) {
      jobs.forEach(job -> giveBack(job.lease()));
      return;
    }
    IdentityHashMap<Registration, Map<ClaimedJob, Held>> together = new IdentityHashMap<>();
    for (ClaimedJob job : jobs) {
      waits().record(job.waited());
      if (job.isSuspect()) {
        LOG.log(Level.WARNING, JobLine.of("WHI-216 its last workers were lost", job));
      }
      Held held = new Held(job, settings.lease(), asked);
      Registration taker = execution.together(job);
      if (taker == null) {
        handlers.start(List.of(held), () -> execution.run(job, held));
      } else {
        together.computeIfAbsent(taker, any -> new LinkedHashMap<>()).put(job, held);
      }
    }
    groupSize =
        together.keySet().stream().mapToInt(it -> it.terms().together()).reduce(1, Math::max);
    together.forEach((taker, some) -> beginTogether(handlers, taker, some));
  }

  /** In groups, and no larger than that every thread has one. */
  private void beginTogether(
      HandlerThreads handlers, Registration taker, Map<ClaimedJob, Held> jobs) {
    int each = (jobs.size() + settings.concurrency() - 1) / settings.concurrency();
    int most = Math.max(1, Math.min(taker.terms().together(), each));
    Map<ClaimedJob, Held> group = new LinkedHashMap<>();
    for (Map.Entry<ClaimedJob, Held> job : jobs.entrySet()) {
      group.put(job.getKey(), job.getValue());
      if (group.size() == most) {
        beginGroup(handlers, taker, group);
        group = new LinkedHashMap<>();
      }
    }
    if (!group.isEmpty()) {
      beginGroup(handlers, taker, group);
    }
  }

  private void beginGroup(
      HandlerThreads handlers, Registration taker, Map<ClaimedJob, Held> group) {
    handlers.start(group.values(), () -> execution.runTogether(taker, group));
  }

  private void ended(Held held) {
    pace.ended();
    Lane lane = held.lane();
    if (lane != null) {
      turns.moved(Set.of(lane));
    }
    if ((backlog && isRunningShort()) || lane != null) {
      wake();
    }
  }

  /** For handlers that share transactions, enough that each thread can have its group. */
  private int mostInHand() {
    return Math.max(pace.most(System.nanoTime()), settings.concurrency() * groupSize);
  }

  /** At half of what is taken ahead: one claim for many. */
  private boolean isRunningShort() {
    HandlerThreads handlers = threads;
    int ahead = mostInHand() - settings.concurrency();
    return handlers != null && handlers.inHand() < settings.concurrency() + ahead / 2 + 1;
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
    handlers.unstarted(Duration.ZERO).forEach(this::giveBack);
    if (!drained(handlers, settings.drain())) {
      handlers.leases().forEach(handlers::interrupt);
      if (!drained(handlers, LAST_GRACE)) {
        LOG.log(Level.WARNING, "WHI-204 {0} jobs did not end", handlers.leases().size());
      }
    }
    handlers.close();
    LOG.log(Level.INFO, "WHI-203 worker {0} stopped", owner);
  }

  /** What cannot be given back now is taken up when its lease ends. */
  private void giveBack(Lease lease) {
    try {
      queue.settle(lease, new Settlement.Unstarted());
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(Level.DEBUG, "not given back", e);
    }
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
