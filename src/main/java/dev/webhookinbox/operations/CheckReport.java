package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What is said about a captured request. Of a handshake only that it is one: the answer to it may
 * be signed with the secret.
 */
record CheckReport(Source source, Instant at, Verdict verdict, List<Finding> findings) {

  JsonObject json() {
    JsonObjectBuilder json =
        Json.createObjectBuilder()
            .add("source", source.name())
            .add("provider", source.provider())
            .add("at", at.toString())
            .add("verdict", verdict.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    String reason = Trials.reason(verdict);
    if (!reason.isEmpty()) {
      json.add("reason", reason);
    }
    if (verdict instanceof Verdict.Verified verified) {
      json.add("bodyBinding", verified.binding().name().toLowerCase(Locale.ROOT));
      json.add("events", events(verified.events()));
    }
    return json.add("findings", all()).build();
  }

  private static JsonArrayBuilder events(List<VerifiedEvent> events) {
    JsonArrayBuilder array = Json.createArrayBuilder();
    events.forEach(event -> array.add(event(event)));
    return array;
  }

  private static JsonObjectBuilder event(VerifiedEvent event) {
    JsonObjectBuilder json =
        Json.createObjectBuilder()
            .add("eventId", event.eventId())
            .add("accountScope", event.accountScope())
            .add("type", event.type())
            .add("idSigned", event.idSigned())
            .add("signal", event.signal());
    if (event.objectKey() != null) {
      json.add("objectKey", event.objectKey());
    }
    if (event.orderField() != null) {
      json.add("orderField", event.orderField());
    }
    if (event.occurredAt() != null) {
      json.add("occurredAt", event.occurredAt().toString());
    }
    return json;
  }

  private JsonArrayBuilder all() {
    JsonArrayBuilder array = Json.createArrayBuilder();
    findings.forEach(finding -> array.add(finding.json()));
    return array;
  }
}
