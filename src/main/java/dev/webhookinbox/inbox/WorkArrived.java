package dev.webhookinbox.inbox;

import java.util.Set;

/**
 * Fired inside the transaction that made a job due. Observe it {@code AFTER_SUCCESS}: it is a hint
 * that saves waiting for the next poll, and nothing relies upon it.
 *
 * @param lanes those in which an event may have its turn now
 */
public record WorkArrived(Set<Lane> lanes) {}
