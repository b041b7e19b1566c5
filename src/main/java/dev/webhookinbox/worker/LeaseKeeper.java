package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Ticks;
import dev.webhookinbox.retry.RetryPolicy;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps the leases of this node's running jobs alive, tells handlers whose lease is lost, and takes
 * the jobs of dead workers out of their hands.
 */
@Dependent
class LeaseKeeper {

  private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  private static final Duration LIMIT_CHECK = Duration.ofSeconds(1);

  @Inject WorkerSettings settings;
  @Inject RetryPolicy policy;
  @Inject Handlers handlers;
  @Inject Queue queue;
  @Inject Ticks ticks;
  @Inject Meters meters;

  /** What the last renewal prolonged and no thread here ran. Touched by one tick at a time. */
  private volatile Set<Lease> idleBefore = Set.of();

  void start(String owner, HandlerThreads threads) {
    ticks.soon(this::rescue);
    ticks.every(settings.lease().dividedBy(4), () -> letGo(renew(owner, threads), threads));
    ticks.every(settings.lease().dividedBy(4), this::rescue);
    ticks.every(LIMIT_CHECK, () -> limit(threads));
  }

  /** A call that does not heed the interrupt keeps its thread, and its lease for one more time. */
  private void limit(HandlerThreads threads) {
    for (Held held : threads.held()) {
      String overrun = held.overrunNow();
      if (overrun != null) {
        LOG.log(
            Level.WARNING,
            JobLine.of("WHI-215 interrupted", held.lease().key()).with("reason", overrun));
        threads.lost(held.lease());
      }
      letEnd(held);
    }
  }

  /** Tried at each look until it succeeds: else every renewal would prolong the lease. */
  private void letEnd(Held held) {
    String overrun = held.overrunUnrecorded();
    if (overrun != null) {
      try {
        queue.letEnd(held.lease(), overrun);
        held.recorded();
      } catch (Exception e) { // WildFly throws a checked exception that nobody declares
        LOG.log(Level.DEBUG, "the end of a lease is not recorded yet", e);
      }
    }
  }

  /** As at each tick; a database that is away now must not end the waiting. */
  void renewNow(String owner, HandlerThreads threads) {
    try {
      renew(owner, threads);
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(Level.WARNING, "WHI-213 leases could not be renewed: {0}", e.toString());
    }
  }

  private Set<Lease> renew(String owner, HandlerThreads threads) {
    Set<Lease> running = threads.leases();
    if (running.isEmpty()) {
      return Set.of();
    }
    long asked = System.nanoTime();
    Set<Lease> held = queue.renew(owner, settings.lease());
    threads.renewed(held, asked);
    for (Lease lease : running) {
      if (!held.contains(lease) && threads.leases().contains(lease)) {
        LOG.log(Level.WARNING, JobLine.of("WHI-211 lease lost, handler interrupted", lease.key()));
        threads.lost(lease);
      }
    }
    return held;
  }

  /**
   * A renewal goes by the owner, so it also prolongs what this node does not know it holds: a claim
   * whose answer was lost, a result that could not be recorded. At the second sight such a job is
   * let go; at the first it may be on its way from the claim to its thread.
   */
  private void letGo(Set<Lease> held, HandlerThreads threads) {
    Set<Lease> idle = new HashSet<>(held);
    idle.removeAll(threads.leases());
    for (Lease lease : idle) {
      if (idleBefore.contains(lease)) {
        LOG.log(Level.WARNING, JobLine.of("WHI-214 held but not running, let go", lease.key()));
        queue.abandon(lease);
      }
    }
    if (idle.stream().anyMatch(idleBefore::contains)) {
      rescue(); // before the next renewal prolongs them again
    }
    idleBefore = idle;
  }

  private void rescue() {
    int taken = queue.rescue(handlers.mostAttempts(policy));
    meters.counter("inbox_leases_recovered_total").increment(taken);
    if (taken == Queue.RESCUED_AT_ONCE) {
      ticks.soon(this::rescue);
    }
    if (taken > 0) {
      LOG.log(Level.WARNING, "WHI-212 took {0} jobs out of the hands of dead workers", taken);
    }
  }
}
