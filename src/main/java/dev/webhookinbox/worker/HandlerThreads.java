package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.Lease;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which handlers run, as many as configured, made by the server, and the jobs in
 * this node's hands: those that wait for a thread, those that run, and those that are done and not
 * recorded yet. The threads are ours and not a shared executor's, because a server's default
 * executor may run everything on one thread.
 */
final class HandlerThreads {

  private final ThreadPoolExecutor pool;
  private final Predicate<Lease> isUnrecorded;
  private final Consumer<Held> after;
  private final Map<Lease, InHand> inHand = new ConcurrentHashMap<>();

  /**
   * @param isUnrecorded whether the work of a lease has ended and somebody will call {@link #ended}
   *     when that is recorded
   * @param after told of each job that has ended
   */
  HandlerThreads(
      int size, ManagedThreadFactory threads, Predicate<Lease> isUnrecorded, Consumer<Held> after) {
    this.after = after;
    this.isUnrecorded = isUnrecorded;
    this.pool =
        new ThreadPoolExecutor(
            size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /** How many jobs are in this node's hands. */
  int inHand() {
    return inHand.size();
  }

  /** Runs the work of some leases when a thread is free. */
  void start(Collection<Held> held, Runnable work) {
    Run run = new Run(held, work);
    held.forEach(each -> inHand.put(each.lease(), new InHand(each, run)));
    pool.execute(run);
  }

  /** The job of a lease has ended, and that is recorded or cannot be. */
  void ended(Lease lease) {
    InHand ended = inHand.remove(lease);
    if (ended != null) {
      after.accept(ended.held);
      tellIfEmpty();
    }
  }

  private record InHand(Held held, Run run) {}

  private synchronized void tellIfEmpty() {
    if (inHand.isEmpty()) {
      notifyAll();
    }
  }

  /**
   * Takes the work that no thread has begun though it has waited so long; its leases are in the
   * caller's hands then.
   */
  List<Lease> unstarted(Duration waited) {
    long before = System.nanoTime() - waited.toNanos();
    List<Lease> leases = new ArrayList<>();
    for (Runnable waiting : pool.getQueue()) {
      Run run = (Run) waiting;
      if (run.since - before <= 0 && pool.remove(run)) {
        run.held.forEach(each -> leases.add(each.lease()));
      }
    }
    leases.forEach(inHand::remove);
    tellIfEmpty();
    return leases;
  }

  /** The leases in this node's hands. */
  Set<Lease> leases() {
    return Set.copyOf(inHand.keySet());
  }

  /** What is in this node's hands. */
  List<Held> held() {
    return inHand.values().stream().map(InHand::held).toList();
  }

  /** Whether a job that may end this process is in this node's hands. */
  boolean holdsSuspect() {
    return inHand.values().stream().anyMatch(each -> each.held.isSuspect());
  }

  /** These leases were renewed by a statement sent after this moment. */
  void renewed(Set<Lease> leases, long asked) {
    for (InHand each : inHand.values()) {
      if (leases.contains(each.held.lease())) {
        each.held.renewed(asked);
      }
    }
  }

  /** Interrupts the work of a lease, if it still runs. */
  void interrupt(Lease lease) {
    InHand running = inHand.get(lease);
    if (running != null) {
      running.run.interrupt();
    }
  }

  /** Tells the work of a lease, if it has not ended, that somebody else may be at its job. */
  void lost(Lease lease) {
    InHand running = inHand.get(lease);
    if (running != null) {
      running.held.lose();
      running.run.interrupt();
    }
  }

  /** Waits until nothing is in hand; false if something is after this time. */
  synchronized boolean drained(Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    try {
      while (!inHand.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void close() {
    pool.shutdownNow();
  }

  /** Interrupts reach the work and never what its thread does next. */
  private final class Run implements Runnable {

    private final List<Held> held;
    private final Runnable work;
    private final long since = System.nanoTime();
    private @Nullable Thread thread;

    Run(Collection<Held> held, Runnable work) {
      this.held = List.copyOf(held);
      this.work = work;
    }

    @Override
    public void run() {
      at(Thread.currentThread());
      try {
        work.run();
      } finally {
        at(null);
        Thread.interrupted();
        held.stream()
            .map(Held::lease)
            .filter(isUnrecorded.negate())
            .forEach(HandlerThreads.this::ended);
      }
    }

    private synchronized void at(@Nullable Thread where) {
      thread = where;
    }

    synchronized void interrupt() {
      if (thread != null) {
        thread.interrupt();
      }
    }
  }
}
