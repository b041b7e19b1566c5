package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.Lease;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
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
  private final Map<Lease, Run> inHand = new ConcurrentHashMap<>();

  /**
   * @param isUnrecorded whether the work of a lease has ended and somebody will call {@link #ended}
   *     when that is recorded
   */
  HandlerThreads(int size, ManagedThreadFactory threads, Predicate<Lease> isUnrecorded) {
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

  /** Runs the work of a lease when a thread is free, and {@code after} when its job has ended. */
  void start(Held held, Runnable work, Runnable after) {
    Run run = new Run(held, work, after);
    inHand.put(held.lease(), run);
    pool.execute(run);
  }

  /** The job of a lease has ended, and that is recorded or cannot be. */
  void ended(Lease lease) {
    Run run = inHand.remove(lease);
    if (run != null) {
      run.after.run();
      tellIfEmpty();
    }
  }

  private synchronized void tellIfEmpty() {
    if (inHand.isEmpty()) {
      notifyAll();
    }
  }

  /** Takes the work that no thread has begun; its leases are in the caller's hands then. */
  List<Lease> unstarted() {
    List<Runnable> waiting = new ArrayList<>();
    pool.getQueue().drainTo(waiting);
    List<Lease> leases = waiting.stream().map(run -> ((Run) run).held.lease()).toList();
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
    return inHand.values().stream().map(run -> run.held).toList();
  }

  /** Interrupts the work of a lease, if it still runs. */
  void interrupt(Lease lease) {
    Run run = inHand.get(lease);
    if (run != null) {
      run.interrupt();
    }
  }

  /** Tells the work of a lease, if it has not ended, that somebody else may be at its job. */
  void lost(Lease lease) {
    Run run = inHand.get(lease);
    if (run != null) {
      run.held.lose();
      run.interrupt();
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

    private final Held held;
    private final Runnable work;
    private final Runnable after;
    private @Nullable Thread thread;

    Run(Held held, Runnable work, Runnable after) {
      this.held = held;
      this.work = work;
      this.after = after;
    }

    @Override
    public void run() {
      at(Thread.currentThread());
      try {
        work.run();
      } finally {
        at(null);
        Thread.interrupted();
        if (!isUnrecorded.test(held.lease())) {
          ended(held.lease());
        }
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
