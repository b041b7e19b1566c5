package dev.webhookinbox.inbox;

import java.util.Comparator;

/** The right to change one job, until somebody else has taken it up. */
public record Lease(JobKey key, long token) implements Comparable<Lease> {

  /** One order for all who lock several jobs, so that none waits for another in a round. */
  private static final Comparator<Lease> ORDER =
      Comparator.comparing((Lease lease) -> lease.key().provider())
          .thenComparing(lease -> lease.key().accountScope())
          .thenComparing(lease -> lease.key().eventId())
          .thenComparingLong(Lease::token);

  @Override
  public int compareTo(Lease other) {
    return ORDER.compare(this, other);
  }
}
