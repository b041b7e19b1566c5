package dev.webhookinbox.inbox;

/** The events of one ordering key, which are handled one at a time (P11). */
public record Lane(String provider, String accountScope, String orderKey) {

  /** Before all others in the order of lanes. */
  public static final Lane START = new Lane("", "", "");
}
