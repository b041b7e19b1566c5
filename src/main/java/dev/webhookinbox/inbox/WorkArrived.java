package dev.webhookinbox.inbox;

/**
 * Fired inside the transaction that made a job due. Observe it {@code AFTER_SUCCESS}: it is a hint
 * that saves waiting for the next poll, and nothing relies upon it.
 */
public record WorkArrived() {}
