/**
 * The front door: counted raw bytes in, the answer out. It knows HTTP and neither SQL nor
 * cryptography.
 *
 * <p>Its part of the promises: P1 (the answer follows the store's return), P3 (nothing is stored of
 * what was not verified), P4 (a duplicate gets the first one's answer), P5 (503 for what is not
 * known to be stored), P13 (fixed phrases in every refusal), P15 (503 while stopping).
 */
@NullMarked
package dev.webhookinbox.endpoint;

import org.jspecify.annotations.NullMarked;
