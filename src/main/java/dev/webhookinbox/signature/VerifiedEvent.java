package dev.webhookinbox.signature;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event of a genuine delivery. Every text fits a key column: a text that is longer than 255
 * characters, or holds what PostgreSQL's {@code text} refuses, is kept as {@code sha256:<hex>}
 * instead, never cut.
 *
 * @param eventId the same for every delivery of this event, another for every other event
 * @param accountScope whose event it is; an id is unique within provider and scope only
 * @param type the provider's name for what happened; empty where it has none
 * @param objectKey what the event is about
 * @param orderField a text by which the provider's events on one object can be put in order
 * @param occurredAt when it happened, as the provider says
 * @param idSigned whether the signature covers the id; if not, a replay can carry a new one
 * @param signal whether this is no event but a hint that {@code objectKey} changed: two of them may
 *     be equal to the byte and both matter
 */
public record VerifiedEvent(
    String eventId,
    String accountScope,
    String type,
    @Nullable String objectKey,
    @Nullable String orderField,
    @Nullable Instant occurredAt,
    boolean idSigned,
    boolean signal) {

  public VerifiedEvent {
    eventId = KeyText.bounded(eventId);
    accountScope = KeyText.bounded(accountScope);
    type = KeyText.bounded(type);
    objectKey = objectKey == null ? null : KeyText.bounded(objectKey);
    orderField = orderField == null ? null : KeyText.bounded(orderField);
  }
}
