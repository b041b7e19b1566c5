/**
 * What goes when: payloads after {@code retention.payload}, identities after {@code
 * retention.identity}, in short batches, on one node at a time.
 *
 * <p>Its part of the promises: P12 (until its identity has gone, a replay is a duplicate; what has
 * not ended keeps its payload), P16 (age is the database's).
 */
@NullMarked
package dev.webhookinbox.retention;

import org.jspecify.annotations.NullMarked;
