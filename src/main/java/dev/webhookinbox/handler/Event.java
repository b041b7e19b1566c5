package dev.webhookinbox.handler;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One verified event, as a handler gets it.
 *
 * @param source the endpoint that received it, as named in {@code inbox.sources}
 * @param key its identity
 * @param type the provider's event type; empty where the provider has none
 * @param objectKey what the event is about, where the profile knows it
 * @param body the exact bytes that were received, or what of them the source keeps; not to be
 *     changed
 * @param contentType as received, null if the sender gave none
 * @param contentEncoding as received; the bytes are not decoded
 * @param acceptedAt when it was stored, by the database's clock
 * @param attempt 1 for the first call
 * @param holding whether this call may still work on it
 * @param kept how much of what was received {@code body} is
 * @param traceparent the trace that the delivery came with (W3C Trace Context), well-formed; null
 *     for none. Its sender is verified, the header itself is not signed: for correlation only
 */
@SuppressWarnings(
    "ArrayRecordComponent") // the bytes are the event; a copy per reading would double a large one
public record Event(
    String source,
    EventKey key,
    String type,
    @Nullable String objectKey,
    byte[] body,
    @Nullable String contentType,
    @Nullable String contentEncoding,
    Instant acceptedAt,
    int attempt,
    Holding holding,
    Kept kept,
    @Nullable String traceparent) {

  /** One that nobody can lose: for tests of handlers. */
  public Event(
      String source,
      EventKey key,
      String type,
      @Nullable String objectKey,
      byte[] body,
      @Nullable String contentType,
      @Nullable String contentEncoding,
      Instant acceptedAt,
      int attempt) {
    this(
        source,
        key,
        type,
        objectKey,
        body,
        contentType,
        contentEncoding,
        acceptedAt,
        attempt,
        () -> false,
        Kept.ALL,
        null);
  }
}
