package dev.webhookinbox.endpoint;

import dev.webhookinbox.inbox.Delivery;
import dev.webhookinbox.inbox.Inbox;
import dev.webhookinbox.inbox.NotStored;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.platform.Lifecycle;
import dev.webhookinbox.platform.LogLine;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Bytes in, answer out: counted, judged, stored, and only then answered. Nothing that a stranger
 * sends is kept, logged or echoed; whatever goes wrong after the judgement is answered so that the
 * sender tries again (P5).
 */
@ApplicationScoped
class FrontDoor {

  private static final System.Logger LOG = System.getLogger(FrontDoor.class.getName());

  @Inject Sources sources;
  @Inject BodyLimits limits;
  @Inject Inbox inbox;
  @Inject Lifecycle lifecycle;
  @Inject Clock clock;
  @Inject Receipts receipts;
  @Inject Pauses pauses;
  @Inject Rejects rejects;

  /**
   * Answers a delivery.
   *
   * @param remote the sender's address, for the list of rejects alone
   */
  Response receive(String name, Function<byte[], RawRequest> request, Body body, String remote) {
    Source source = sources.named(name).orElse(null);
    if (source == null) {
      return Answers.noSuchSource();
    }
    if (lifecycle.isStopping()) {
      receipts.count(name, "stopping");
      return Answers.tryAgain("This server is stopping.");
    }
    if (pauses.isPaused(Pauses.source(name))) {
      receipts.count(name, "paused");
      return Answers.tryAgain("This source is paused.");
    }
    long begun = System.nanoTime();
    try {
      return judged(source, request.apply(body.read(limits.of(name))), remote);
    } catch (Body.TooLarge e) {
      receipts.count(name, "too-large");
      rejects.note(name, "body too large", limits.of(name), remote);
      return Answers.tooLarge(limits.of(name));
    } catch (IOException e) {
      receipts.count(name, "incomplete");
      rejects.note(name, "body incomplete", 0, remote);
      return Answers.incomplete();
    } finally {
      receipts.took(Duration.ofNanos(System.nanoTime() - begun));
    }
  }

  /** Answers a request without a body: a handshake, or a method that is not allowed. */
  Response greet(String name, RawRequest request, String remote) {
    Source source = sources.named(name).orElse(null);
    if (source == null) {
      return Answers.noSuchSource();
    }
    if (!source.acceptsMethod(request.method())) {
      return Answers.methodNotAllowed(source);
    }
    return judged(source, request, remote);
  }

  private Response judged(Source source, RawRequest request, String remote) {
    Verdict verdict = source.judge(request, clock.instant());
    if (verdict instanceof Verdict.Verified verified) {
      return request.method().equals("POST")
          ? stored(source, request, verified)
          : notByThisMethod(source);
    }
    if (verdict instanceof Verdict.Handshake handshake) {
      return greeted(source, handshake);
    }
    return refused(source, request, verdict, remote);
  }

  /** Genuine, and by a method that is there for the handshake alone. */
  private Response notByThisMethod(Source source) {
    receipts.count(source.name(), "not-allowed");
    return Answers.methodNotAllowed(source);
  }

  private Response greeted(Source source, Verdict.Handshake handshake) {
    if (handshake.deed().getAsBoolean()) {
      receipts.count(source.name(), "handshake");
      return Answers.success(handshake.answer(), "handshake");
    }
    receipts.count(source.name(), "unavailable");
    LOG.log(Level.WARNING, line("WHI-306 the provider's check could not be confirmed", source));
    return Answers.tryAgain("The provider's check could not be confirmed.");
  }

  private Response refused(Source source, RawRequest request, Verdict verdict, String remote) {
    receipts.count(source.name(), verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    if (verdict instanceof Verdict.Rejected rejected) {
      rejects.note(source.name(), rejected.reason(), request.body().length, remote);
      LOG.log(Level.INFO, line("WHI-301 rejected", source).with("reason", rejected.reason()));
      return source.refusesWithoutBody()
          ? Answers.notAuthentic()
          : Answers.notAuthentic(rejected.reason());
    }
    if (verdict instanceof Verdict.Unusable unusable) {
      rejects.note(source.name(), unusable.reason(), request.body().length, remote);
      LOG.log(Level.WARNING, line("WHI-302 not usable", source).with("reason", unusable.reason()));
      return Answers.notUsable(unusable.reason());
    }
    LOG.log(Level.WARNING, line("WHI-303 cannot be judged now", source));
    return Answers.tryAgain("The signature cannot be checked now.");
  }

  private Response stored(Source source, RawRequest request, Verdict.Verified verified) {
    try {
      String result =
          inbox.accept(delivery(source, request, verified)).name().toLowerCase(Locale.ROOT);
      receipts.count(source.name(), result);
      LOG.log(Level.DEBUG, () -> received(source, verified, result));
      return Answers.success(source.success(), result);
    } catch (NotStored e) {
      receipts.count(source.name(), "not-stored");
      LOG.log(Level.WARNING, line("WHI-304 answered 503", source).with("reason", e.getMessage()));
      LOG.log(Level.DEBUG, "not stored", e);
      return Answers.tryAgain("The event is not known to be stored.");
    }
  }

  private static LogLine line(String message, Source source) {
    return LogLine.of(message).with("source", source.name()).with("provider", source.provider());
  }

  /** The first event of a batch stands for all. */
  private static String received(Source source, Verdict.Verified verified, String result) {
    VerifiedEvent first = verified.events().get(0);
    return line("WHI-307 received", source)
        .with("account", first.accountScope())
        .with("event", first.eventId())
        .with("events", verified.events().size())
        .with("result", result)
        .toString();
  }

  private static Delivery delivery(Source source, RawRequest request, Verdict.Verified verified) {
    return new Delivery(
        source.name(),
        source.provider(),
        verified.binding(),
        verified.events(),
        !source.equalBytesAreLegitimate(),
        verified.proof(),
        !source.bodiesChange(),
        header(request, HttpHeaders.CONTENT_TYPE),
        header(request, HttpHeaders.CONTENT_ENCODING),
        request.body(),
        request.headers().only("traceparent").filter(Traceparent::isWellFormed).orElse(null));
  }

  private static @Nullable String header(RawRequest request, String name) {
    return request.headers().only(name).map(KeptHeader::printable).orElse(null);
  }
}
