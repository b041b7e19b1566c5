package dev.webhookinbox.signature;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a source thinks of a request. A reason is a short fixed phrase, never a part of the request.
 */
public sealed interface Verdict {

  /**
   * Genuine, with at least one event.
   *
   * @param proof what was signed, where that is not the body; the same under another unsigned id is
   *     a replay
   */
  record Verified(BodyBinding binding, List<VerifiedEvent> events, @Nullable String proof)
      implements Verdict {
    public Verified(BodyBinding binding, List<VerifiedEvent> events) {
      this(binding, events, null);
    }

    public Verified {
      events = List.copyOf(events);
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a verified delivery has an event");
      }
    }
  }

  /**
   * The provider checks the endpoint: to be answered, no event.
   *
   * @param deed what has to be done before the answer, such as a confirmation; judging alone does
   *     nothing. Where it fails the provider is to ask again
   */
  record Handshake(Answer answer, BooleanSupplier deed) implements Verdict {
    public Handshake(Answer answer) {
      this(answer, () -> true);
    }
  }

  /** Not shown to be genuine: 401. */
  record Rejected(String reason) implements Verdict {}

  /** Genuine, but not the document that this provider sends: 400. */
  record Unusable(String reason) implements Verdict {}

  /** Cannot be judged now, because a remote key cannot be fetched: 503. */
  record Unavailable(String reason) implements Verdict {}
}
