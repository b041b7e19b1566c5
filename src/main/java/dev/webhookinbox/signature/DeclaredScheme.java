package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A scheme put together from its parts: a verification, the reading of what was verified, and the
 * provider's handshakes and answers.
 */
public final class DeclaredScheme implements Scheme {

  /** What a genuine message says: its events, or why it is not the provider's. */
  @FunctionalInterface
  public interface Reading {
    Verdict of(Message message);
  }

  /** Answers what is no event; empty for everything else. */
  @FunctionalInterface
  public interface Handshaking {
    Optional<Verdict> of(Message message, Instant now);
  }

  /** Makes a request of an event that never happened, not signed yet. */
  @FunctionalInterface
  public interface Sampling {
    RawRequest of(SampleEvent event, Instant now);
  }

  /** Signs a request as the provider would; empty where no secret can. */
  @FunctionalInterface
  public interface Signing {
    Optional<RawRequest> of(Message unsigned, Instant now);
  }

  /** The same answer to every message that is meant. */
  public static Handshaking answering(Predicate<Message> isMeant, Answer answer) {
    return (message, now) ->
        isMeant.test(message) ? Optional.of(new Verdict.Handshake(answer)) : Optional.empty();
  }

  private final Verification verification;
  private final Reading reading;
  private Handshaking greeting = (message, now) -> Optional.empty();
  private Handshaking handshake = (message, now) -> Optional.empty();
  private Sampling sampling = (event, now) -> event.json(now);
  private Signing signing = (unsigned, now) -> Optional.empty();
  private Set<String> handshakeMethods = Set.of();
  private Answer success = Answer.empty(200);
  private Duration redeliversFor = Duration.ofDays(3);
  private boolean equalBytesAreLegitimate;
  private boolean bodiesChange;
  private boolean refusesWithoutBody;

  public DeclaredScheme(Verification verification, Reading reading) {
    this.verification = Objects.requireNonNull(verification);
    this.reading = Objects.requireNonNull(reading);
  }

  /** One event, whatever the body is. */
  public static Reading event(BodyBinding binding, Identity identity, AccountScope account) {
    return message ->
        identity
            .of(message, account)
            .<Verdict>map(event -> new Verdict.Verified(binding, List.of(event)))
            .orElseGet(() -> new Verdict.Unusable("no event id"));
  }

  /** One event in a body that must be a JSON object. */
  public static Reading document(BodyBinding binding, Identity identity, AccountScope account) {
    Reading event = event(binding, identity, account);
    return message ->
        message.document().filter(Document::isObject).isPresent()
            ? event.of(message)
            : new Verdict.Unusable("the body is not a JSON object");
  }

  /** The same, with what was signed where that is not the body. */
  public static Reading withProof(Reading event, Field proof) {
    return message -> {
      Verdict verdict = event.of(message);
      return verdict instanceof Verdict.Verified verified
          ? new Verdict.Verified(
              verified.binding(), verified.events(), proof.in(message).orElse(null))
          : verdict;
    };
  }

  /**
   * As many events as there are items; all are kept together or none is. A batch that is there and
   * empty is answered and makes no event.
   *
   * @param items absent where the document is no batch of this provider
   */
  public static Reading batch(
      BodyBinding binding,
      Function<Document, Optional<List<Document>>> items,
      Identity identity,
      AccountScope account) {
    return message ->
        message
            .document()
            .flatMap(items)
            .map(all -> batch(binding, message, all, identity, account))
            .orElseGet(() -> new Verdict.Unusable("the body is no list of events"));
  }

  private static Verdict batch(
      BodyBinding binding,
      Message message,
      List<Document> items,
      Identity identity,
      AccountScope account) {
    List<VerifiedEvent> events =
        items.stream().flatMap(it -> identity.of(message.with(it), account).stream()).toList();
    if (events.size() < items.size()) {
      return new Verdict.Unusable("an item without an event id");
    }
    return items.isEmpty()
        ? new Verdict.Handshake(Answer.empty(200))
        : new Verdict.Verified(binding, events);
  }

  /** A request that is answered before any check: it carries no signature. */
  public DeclaredScheme greeting(Set<String> methods, Handshaking answer) {
    this.handshakeMethods = Set.copyOf(methods);
    this.greeting = answer;
    return this;
  }

  /** A verified request that is answered and makes no event. */
  public DeclaredScheme handshake(Handshaking answer) {
    this.handshake = answer;
    return this;
  }

  /** Test events that are all in a JSON document, as {@link SampleEvent#json} writes it. */
  public DeclaredScheme sampledBy(String template, Signing signer) {
    return sampledBy((event, now) -> event.json(template, now), signer);
  }

  /** Test events, by the part of the verification that can sign them. */
  public DeclaredScheme sampledBy(Sampling sampler, Signing signer) {
    this.sampling = sampler;
    this.signing = signer;
    return this;
  }

  public DeclaredScheme success(Answer answer) {
    this.success = answer;
    return this;
  }

  public DeclaredScheme redeliversFor(Duration duration) {
    this.redeliversFor = duration;
    return this;
  }

  public DeclaredScheme withEqualBytesLegitimate() {
    this.equalBytesAreLegitimate = true;
    return this;
  }

  public DeclaredScheme withChangingBodies() {
    this.bodiesChange = true;
    return this;
  }

  public DeclaredScheme refusingWithoutBody() {
    this.refusesWithoutBody = true;
    return this;
  }

  @Override
  public Verdict judge(RawRequest request, Instant now) {
    Message message = new Message(request);
    return greeting
        .of(message, now)
        .or(() -> verification.objection(message, now))
        .or(() -> handshake.of(message, now))
        .orElseGet(() -> reading.of(message));
  }

  @Override
  public Optional<RawRequest> sample(SampleEvent event, Instant now) {
    return signing
        .of(new Message(sampling.of(event, now)), now)
        .filter(request -> event.isIn(judge(request, now)));
  }

  @Override
  public Answer success() {
    return success;
  }

  @Override
  public Set<String> handshakeMethods() {
    return handshakeMethods;
  }

  @Override
  public boolean equalBytesAreLegitimate() {
    return equalBytesAreLegitimate;
  }

  @Override
  public boolean bodiesChange() {
    return bodiesChange;
  }

  @Override
  public boolean refusesWithoutBody() {
    return refusesWithoutBody;
  }

  @Override
  public Duration redeliversFor() {
    return redeliversFor;
  }
}
