/**
 * What the server lends: clock, executors, data source, migration, and the configuration with its
 * check. Every room may use it; it knows none.
 *
 * <p>Its part of the promises: P13 (a fault names the key, never the value), P16 (one clock, for
 * signatures alone).
 */
@NullMarked
package dev.webhookinbox.platform;

import org.jspecify.annotations.NullMarked;
