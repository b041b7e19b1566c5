/**
 * Pure policy: how often and after which wait. It knows neither the database nor the clock.
 *
 * <p>Its part of the promises: P10.
 */
@NullMarked
package dev.webhookinbox.retry;

import org.jspecify.annotations.NullMarked;
