package dev.webhookinbox.inbox;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a kept body.
 *
 * @param kept {@code all}, {@code fields} or {@code hash}: how much of what was received it is
 * @param traceparent the trace that the delivery came with, null for none
 * @param unreadable why it cannot be read now; null if it was
 */
public record BodyFacts(String kept, @Nullable String traceparent, @Nullable String unreadable) {

  /** A whole body without a trace. */
  public static final BodyFacts WHOLE = new BodyFacts("all", null, null);
}
