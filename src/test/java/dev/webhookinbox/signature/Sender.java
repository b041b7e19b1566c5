package dev.webhookinbox.signature;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One way in which a provider sends, written from its documentation and without the model under
 * test: how its endpoint is configured, and its requests.
 *
 * @param name the profile's, and what of it
 * @param own an endpoint that has the right secret
 * @param strangers the same endpoint with another secret
 * @param requests what is sent
 * @param signer makes a genuine request of any body, for some
 */
record Sender(
    String name,
    Given own,
    Given strangers,
    Requests requests,
    Set<Trait> traits,
    Optional<Function<byte[], RawRequest>> signer) {

  /** What is special. */
  enum Trait {
    /** A signed time, so that an old request is refused. */
    SIGNS_TIME,
    /** The URL is signed. */
    SIGNS_URL,
    /** Not an event but a hint, whose occurrences are one work item. */
    SIGNAL,
    /** The signature does not cover every byte of the body. */
    LOOSE,
    /** There is no secret that a stranger could lack. */
    NO_SECRET
  }

  /** The requests of a sender. */
  @FunctionalInterface
  interface Requests {
    /**
     * A request.
     *
     * @param change 1 or 2: two things that happened to one object
     * @param sentAt when this attempt is made
     * @param attempt from 1
     */
    RawRequest of(int change, Instant sentAt, int attempt);
  }

  static Sender of(String name, Given source, Given stranger, Requests requests, Trait... traits) {
    Set<Trait> set = EnumSet.noneOf(Trait.class);
    set.addAll(Set.of(traits));
    return new Sender(name, source, stranger, requests, set, Optional.empty());
  }

  Supplier<Source> source() {
    return own::source;
  }

  Supplier<Source> stranger() {
    return strangers::source;
  }

  Sender signing(Function<byte[], RawRequest> any) {
    return new Sender(name, own, strangers, requests, traits, Optional.of(any));
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  String provider() {
    return name.replaceFirst(" .*", "");
  }

  RawRequest first() {
    return requests.of(1, Signing.NOW, 1);
  }

  @Override
  public String toString() {
    return name;
  }
}
