package dev.webhookinbox.endpoint;

import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Source;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.io.ByteArrayInputStream;
import java.time.Clock;
import java.util.Optional;

/** Sends an event that never happened through the front door, signed as its provider signs. */
@Dependent
public class TestDelivery {

  /**
   * What the front door answered.
   *
   * @param result the header {@code Inbox-Result}; empty for a refusal
   */
  public record Answered(int status, String result) {}

  @Inject FrontDoor door;
  @Inject Clock clock;

  /**
   * Delivers; in a transaction of the front door's own.
   *
   * @return empty where this source's scheme or secret does not let this side sign
   */
  public Optional<Answered> send(Source source, SampleEvent event) {
    return source.sample(event, clock.instant()).map(request -> deliver(source, request));
  }

  private Answered deliver(Source source, RawRequest request) {
    Body body =
        new Body(new ByteArrayInputStream(request.body()), Integer.toString(request.body().length));
    try (Response answer = door.receive(source.name(), bytes -> request, body, "")) {
      String result = answer.getHeaderString(Answers.RESULT);
      return new Answered(answer.getStatus(), result == null ? "" : result);
    }
  }
}
