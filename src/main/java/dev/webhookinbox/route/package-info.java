/**
 * Handlers made of configuration: {@code log} and {@code http}.
 *
 * <p>Its part of the promises: P9 (the same operation key with every repetition), P13 (neither
 * payload nor secret reaches the log).
 */
@NullMarked
package dev.webhookinbox.route;

import org.jspecify.annotations.NullMarked;
