package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One endpoint of the configuration: its provider's scheme with its secrets. Thread-safe. */
public final class Source {

  private static final Logger LOG = Logger.getLogger(Source.class.getName());

  private final String name;
  private final String provider;
  private final Scheme scheme;

  Source(String name, String provider, Scheme scheme) {
    this.name = name;
    this.provider = provider;
    this.scheme = scheme;
  }

  public String name() {
    return name;
  }

  public String provider() {
    return provider;
  }

  /**
   * Whether the request is genuine, and what it says. Throws nothing: a profile that fails is
   * {@link Verdict.Unavailable}, so that the provider sends again when the fault is mended.
   */
  public Verdict judge(RawRequest request, Instant now) {
    try {
      return scheme.judge(request, now);
    } catch (RuntimeException | StackOverflowError e) {
      // the class alone: a message could hold a part of the request
      LOG.log(
          Level.SEVERE,
          "WHI-311 the profile {0} failed with {1} on a request for source {2}",
          new Object[] {provider, e.getClass().getName(), name});
      return new Verdict.Unavailable("the provider profile failed");
    }
  }

  /**
   * A genuine request of an event that never happened, signed by the newest of this source's own
   * secrets.
   *
   * @return empty where the provider's scheme, or this secret, does not let this side sign
   */
  public Optional<RawRequest> sample(SampleEvent event, Instant now) {
    return scheme.sample(event, now);
  }

  /** What the provider wants to hear when its events are stored. */
  public Answer success() {
    return scheme.success();
  }

  /** POST, and what the provider's handshake needs. */
  public boolean acceptsMethod(String method) {
    return method.equals("POST") || scheme.handshakeMethods().contains(method);
  }

  /** Whether two different events can have equal bodies, so that equal bytes are no replay. */
  public boolean equalBytesAreLegitimate() {
    return scheme.equalBytesAreLegitimate();
  }

  /** Whether a redelivery of the same event may have other bytes. */
  public boolean bodiesChange() {
    return scheme.bodiesChange();
  }

  /** Whether the provider takes a refusal only without a body. */
  public boolean refusesWithoutBody() {
    return scheme.refusesWithoutBody();
  }

  /** How long the provider may deliver an event again: identities are to be kept longer. */
  public Duration redeliversFor() {
    return scheme.redeliversFor();
  }

  @Override
  public String toString() {
    return "Source[" + name + ", " + provider + "]";
  }
}
