package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.platform.Ticks;
import dev.webhookinbox.retry.RetryPolicy;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Keeps the leases of this node's running jobs alive, tells handlers whose lease is lost, and takes
 * the jobs of dead workers out of their hands.
 */
@Dependent
class LeaseKeeper {

  private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

  @Inject WorkerSettings settings;
  @Inject RetryPolicy policy;
  @Inject Queue queue;
  @Inject Ticks ticks;

  void start(String owner, HandlerThreads threads) {
    ticks.soon(this::rescue);
    ticks.every(settings.lease().dividedBy(4), () -> renew(owner, threads));
    ticks.every(settings.lease().dividedBy(4), this::rescue);
  }

  /** As at each tick; a database that is away now must not end the waiting. */
  void renewNow(String owner, HandlerThreads threads) {
    try {
      renew(owner, threads);
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      LOG.log(Level.WARNING, "WHI-213 leases could not be renewed: {0}", e.toString());
    }
  }

  private void renew(String owner, HandlerThreads threads) {
    Set<Lease> running = threads.leases();
    if (running.isEmpty()) {
      return;
    }
    Set<Lease> held = queue.renew(owner, settings.lease());
    for (Lease lease : running) {
      if (!held.contains(lease) && threads.leases().contains(lease)) {
        LOG.log(Level.WARNING, "WHI-211 lease lost, handler interrupted: {0}", lease.key());
        threads.interrupt(lease);
      }
    }
  }

  private void rescue() {
    int taken = queue.rescue(policy.maxAttempts());
    if (taken > 0) {
      LOG.log(Level.WARNING, "WHI-212 took {0} jobs out of the hands of dead workers", taken);
    }
  }
}
