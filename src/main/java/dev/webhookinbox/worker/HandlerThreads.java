package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.Lease;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads on which handlers run, as many as configured, made by the server. They are ours and
 * not a shared executor's, because a server's default executor may run everything on one thread.
 */
final class HandlerThreads {

  private final int size;
  private final Semaphore free;
  private final ThreadPoolExecutor pool;
  private final Map<Lease, Run> running = new ConcurrentHashMap<>();

  HandlerThreads(int size, ManagedThreadFactory threads) {
    this.size = size;
    this.free = new Semaphore(size);
    this.pool =
        new ThreadPoolExecutor(
            size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
    pool.allowCoreThreadTimeOut(true);
  }

  /** How many jobs can be started at once now. */
  int free() {
    return free.availablePermits();
  }

  /** Runs the work of a lease, and {@code after} when its thread is free again. */
  void start(Held held, Runnable work, Runnable after) {
    free.acquireUninterruptibly();
    Run run = new Run(held);
    running.put(held.lease(), run);
    pool.execute(
        () -> {
          try {
            run.during(work);
          } finally {
            running.remove(held.lease());
            free.release();
            after.run();
          }
        });
  }

  /** The leases whose work has not ended. */
  Set<Lease> leases() {
    return Set.copyOf(running.keySet());
  }

  /** What the work that has not ended holds. */
  List<Held> held() {
    return running.values().stream().map(run -> run.held).toList();
  }

  /** Interrupts the work of a lease, if it still runs. */
  void interrupt(Lease lease) {
    Run run = running.get(lease);
    if (run != null) {
      run.interrupt();
    }
  }

  /** Tells the work of a lease, if it still runs, that somebody else may be at its job. */
  void lost(Lease lease) {
    Run run = running.get(lease);
    if (run != null) {
      run.held.lose();
      run.interrupt();
    }
  }

  /** Waits until all work has ended; false if it has not within this time. */
  boolean drained(Duration within) {
    try {
      return free.tryAcquire(size, within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void close() {
    pool.shutdownNow();
  }

  /** Interrupts reach the work and never what its thread does next. */
  private static final class Run {

    private final Held held;
    private @Nullable Thread thread;

    Run(Held held) {
      this.held = held;
    }

    void during(Runnable work) {
      at(Thread.currentThread());
      try {
        work.run();
      } finally {
        at(null);
        Thread.interrupted();
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
