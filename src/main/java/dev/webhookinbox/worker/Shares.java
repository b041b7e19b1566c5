package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Tenant;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Goes round the accounts, so that each has its share of the work while more is due than can be
 * done at once. Used by one thread at a time.
 */
final class Shares {

  private static final long INTERVAL_NANOS = Duration.ofMillis(50).toNanos();

  private Tenant after = Tenant.START;
  private long last = System.nanoTime();

  /** Whether it is time for a round, which begins then. */
  boolean isDue(long nanoTime) {
    boolean due = nanoTime - last > INTERVAL_NANOS;
    last = due ? nanoTime : last;
    return due;
  }

  /** The account behind which the round goes on. */
  Tenant after() {
    return after;
  }

  /** Learns what came of these accounts: the round goes on behind the last that had its share. */
  void claimed(List<Tenant> tenants, List<ClaimedJob> jobs, int most) {
    if (jobs.size() < most) {
      after = tenants.isEmpty() ? Tenant.START : tenants.get(tenants.size() - 1);
      return;
    }
    Set<Tenant> served = new HashSet<>();
    jobs.forEach(job -> served.add(new Tenant(job.source(), job.key().accountScope())));
    tenants.stream().filter(served::contains).forEach(tenant -> after = tenant);
  }
}
