package dev.webhookinbox.inbox;

import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.VerifiedEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One verified request: its bytes, and the events in it.
 *
 * @param watchesReplays whether equal bytes under another unsigned id are a suspected replay; false
 *     where the provider sends equal bytes legitimately
 * @param proof what was signed, where that is not the body: the same under another unsigned id is a
 *     suspected replay too
 * @param bodiesAreStable whether a redelivery of one event has the same bytes, so that others under
 *     its id are flagged
 * @param body the exact bytes received; not changed after
 * @param traceparent the trace that it came with, as W3C Trace Context writes it; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares deliveries; a copy would cost its size
public record Delivery(
    String source,
    String provider,
    BodyBinding binding,
    List<VerifiedEvent> events,
    boolean watchesReplays,
    @Nullable String proof,
    boolean bodiesAreStable,
    @Nullable String contentType,
    @Nullable String contentEncoding,
    byte[] body,
    @Nullable String traceparent) {

  /** Each once. */
  List<JobKey> keys() {
    return events.stream().map(this::key).distinct().toList();
  }

  JobKey keyAt(int place) {
    return key(events.get(place));
  }

  private JobKey key(VerifiedEvent event) {
    return new JobKey(provider, event.accountScope(), event.eventId());
  }

  /** Whether these are hints that something changed; a profile never mixes them with events. */
  boolean isSignal() {
    return events.get(0).signal();
  }

  /** Whether a redelivery has the same bytes; that of one event out of a batch may not. */
  boolean bodyIsStable() {
    return bodiesAreStable && events.size() == 1;
  }
}
