/**
 * What users write against: the handler interfaces, the event, the outcome. It knows no other room.
 *
 * <p>Its part of the promises: it states P6 to P10 from the handler's side, guarantees and
 * non-guarantees both.
 */
@NullMarked
package dev.webhookinbox.handler;

import org.jspecify.annotations.NullMarked;
