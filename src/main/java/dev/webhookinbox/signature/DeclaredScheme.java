package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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

  private final Verification verification;
  private final Reading reading;
  private Function<Message, Optional<Answer>> greeting = message -> Optional.empty();
  private Function<Message, Optional<Answer>> handshake = message -> Optional.empty();
  private Set<String> handshakeMethods = Set.of();
  private Answer success = Answer.empty(200);
  private Duration redeliversFor = Duration.ofDays(3);
  private boolean equalBytesAreLegitimate;

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

  /** A request that is answered before any check: it carries no signature. */
  public DeclaredScheme greeting(Set<String> methods, Function<Message, Optional<Answer>> answer) {
    this.handshakeMethods = Set.copyOf(methods);
    this.greeting = answer;
    return this;
  }

  /** A verified request that is answered and makes no event. */
  public DeclaredScheme handshake(Function<Message, Optional<Answer>> answer) {
    this.handshake = answer;
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

  @Override
  public Verdict judge(RawRequest request, Instant now) {
    Message message = new Message(request);
    return answered(greeting, message)
        .or(() -> otherMethod(request))
        .or(() -> verification.objection(message, now))
        .or(() -> answered(handshake, message))
        .orElseGet(() -> reading.of(message));
  }

  private static Optional<Verdict> answered(
      Function<Message, Optional<Answer>> question, Message message) {
    return question.apply(message).map(Verdict.Handshake::new);
  }

  private static Optional<Verdict> otherMethod(RawRequest request) {
    return request.method().equals("POST")
        ? Optional.empty()
        : Verification.rejected("not the provider's handshake");
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
  public Duration redeliversFor() {
    return redeliversFor;
  }
}
