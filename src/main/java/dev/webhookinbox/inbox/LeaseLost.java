package dev.webhookinbox.inbox;

/** Somebody else has taken the job up: the transaction that meets this is rolled back. */
public class LeaseLost extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private LeaseLost(Lease lease) {
    super("the lease of " + lease.key() + " is lost");
  }

  public static LeaseLost of(Lease lease) {
    return new LeaseLost(lease);
  }
}
