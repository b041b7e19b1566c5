package dev.webhookinbox.operations;

import dev.webhookinbox.endpoint.TestDelivery;
import dev.webhookinbox.handler.EventKey;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Source;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Sends events that never happened through the front door, each recorded before. */
@Dependent
class TestEvents {

  private static final String USUAL_TYPE = "inbox.test";

  @Inject TestDelivery delivery;
  @Inject Pausing pausing;

  Response send(Source source, Ask ask, String operator) {
    String type = ask.text("type", USUAL_TYPE);
    if (!SampleEvent.isPlain(type)) {
      throw Problem.badRequest("type is up to 100 letters, digits and ._:/- characters.");
    }
    SampleEvent event = new SampleEvent(EventKey.TEST + UUID.randomUUID(), type);
    pausing.test(source.name(), event.id(), new Deed(operator, ask.reason()));
    return delivery
        .send(source, event)
        .map(answered -> told(event, answered))
        .orElseGet(() -> cannotSign(source));
  }

  private static Response told(SampleEvent event, TestDelivery.Answered answered) {
    return Response.ok(
            Json.createObjectBuilder()
                .add("id", event.id())
                .add("type", event.type())
                .add("status", answered.status())
                .add("result", answered.result())
                .build()
                .toString())
        .build();
  }

  private static Response cannotSign(Source source) {
    return Problem.of(
            409,
            "Cannot sign",
            "Sources of "
                + source.provider()
                + " cannot sign here with this secret, or not an event of this type:"
                + " send a test from the provider's own page.")
        .build();
  }
}
