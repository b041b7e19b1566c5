package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * What a profile makes of one source's configuration: it judges that source's requests.
 * Implementations are called by many threads at once and answer with a verdict whatever comes in.
 * Most are a {@link DeclaredScheme}.
 */
public interface Scheme {

  Verdict judge(RawRequest request, Instant now);

  /** What the provider wants to hear when its events are stored. */
  default Answer success() {
    return Answer.empty(200);
  }

  /** The methods beside POST that the provider's handshake uses. */
  default Set<String> handshakeMethods() {
    return Set.of();
  }

  /** Whether two different events can have equal bodies, so that equal bytes are no replay. */
  default boolean equalBytesAreLegitimate() {
    return false;
  }

  /** Whether a redelivery of the same event may have other bytes, such as a count of attempts. */
  default boolean bodiesChange() {
    return false;
  }

  /** Whether the provider takes a refusal only without a body. */
  default boolean refusesWithoutBody() {
    return false;
  }

  /**
   * A genuine request of an event that never happened, for a test of everything behind the
   * signature.
   *
   * @return empty where this scheme or its secret cannot sign, or not such an event
   */
  default Optional<RawRequest> sample(SampleEvent event, Instant now) {
    return Optional.empty();
  }

  /** How long the provider may deliver an event again: identities are to be kept longer. */
  default Duration redeliversFor() {
    return Duration.ofDays(3);
  }
}
