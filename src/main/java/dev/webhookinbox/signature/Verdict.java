package dev.webhookinbox.signature;

import java.util.List;

/**
 * What a source thinks of a request. A reason is a short fixed phrase, never a part of the request.
 */
public sealed interface Verdict {

  /** Genuine, with at least one event. */
  record Verified(BodyBinding binding, List<VerifiedEvent> events) implements Verdict {
    public Verified {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a verified delivery has an event");
      }
    }
  }

  /** The provider checks the endpoint: to be answered, no event. */
  record Handshake(Answer answer) implements Verdict {}

  /** Not shown to be genuine: 401. */
  record Rejected(String reason) implements Verdict {}

  /** Genuine, but not the document that this provider sends: 400. */
  record Unusable(String reason) implements Verdict {}

  /** Cannot be judged now, because a remote key cannot be fetched: 503. */
  record Unavailable(String reason) implements Verdict {}
}
