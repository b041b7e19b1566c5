/**
 * How all of it fares: health checks and metrics.
 *
 * <p>Its part of the promises: P6 (a worker whose loop does not turn shows), P15 (a stopping server
 * is not ready).
 */
@NullMarked
package dev.webhookinbox.observability;

import org.jspecify.annotations.NullMarked;
