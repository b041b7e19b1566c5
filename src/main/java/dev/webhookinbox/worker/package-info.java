/**
 * Claims, runs and settles jobs; keeps leases alive; starts and drains with the server.
 *
 * <p>Everything that a job needs until it is settled is made with the {@link
 * dev.webhookinbox.worker.Worker} (hence {@code @Dependent}): a stopping server creates no bean any
 * more, and a job that runs then must still be settled.
 *
 * <p>Its part of the promises: P6 (dead workers' jobs are taken up), P7 (who lost a lease is
 * interrupted and records nothing), P8 (local handlers run inside the settling transaction), P10
 * (attempts are bounded and spaced), P15 (a stopping server takes nothing and waits for what runs).
 */
@NullMarked
package dev.webhookinbox.worker;

import org.jspecify.annotations.NullMarked;
