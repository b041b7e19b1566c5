package dev.webhookinbox.inbox;

/** One account of one source: what has its share of the work, however much others have waiting. */
public record Tenant(String source, String accountScope) {

  /** Before all others in the order of tenants. */
  public static final Tenant START = new Tenant("", "");

  static Tenant of(Object[] row) {
    return new Tenant((String) row[0], (String) row[1]);
  }
}
