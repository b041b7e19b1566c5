/**
 * The durable heart, the room of the tables of jobs and bodies: insert once, claim, renew, settle.
 * {@link dev.webhookinbox.inbox.Inbox} is its door for deliveries, {@link
 * dev.webhookinbox.inbox.Queue} and {@link dev.webhookinbox.inbox.LocalWork} for workers.
 *
 * <p>Its part of the promises: P1 and P5 (returning means committed, anything else says so), P2
 * (one row a key), P4 (a duplicate makes no job), P6 (a lease that ends frees its job), P7 (every
 * change carries the token), P8 (local work and its record in one transaction), P10 (a redelivery
 * restarts a failed event), P16 (all times are the database's).
 */
@NullMarked
package dev.webhookinbox.inbox;

import org.jspecify.annotations.NullMarked;
