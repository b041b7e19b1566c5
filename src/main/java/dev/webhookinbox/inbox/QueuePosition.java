package dev.webhookinbox.inbox;

/**
 * Where a node's last claim ended, in the queue's order. Starting there keeps a claim cheap while
 * an old transaction elsewhere prevents the removal of dead rows; it may miss what was committed
 * late, so a node starts again from {@link #START} every few moments.
 *
 * @param time a {@code timestamptz} as PostgreSQL writes it
 */
public record QueuePosition(String time) {

  /** Before everything. */
  public static final QueuePosition START = new QueuePosition("-infinity");
}
