package dev.webhookinbox.inbox;

/** The right to change one job, until somebody else has taken it up. */
public record Lease(JobKey key, long token) {}
