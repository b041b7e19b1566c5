package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Xero: a batch, whose items bear numbers from the first to the last of its envelope. It wants 200
 * and no body, and checks the endpoint with an empty batch under good and bad signatures.
 *
 * @see <a
 *     href="https://developer.xero.com/documentation/guides/webhooks/configuring-your-server/">Xero's
 *     page</a>
 */
public final class Xero implements ProviderProfile {

  private static final String SAMPLE =
      "{'events':[{'tenantId':'inbox-test','resourceId':'{id}','eventCategory':'{first}',"
          + "'eventType':'{rest}','eventDateUtc':'{iso}'}]}";

  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}");

  @Override
  public String name() {
    return "xero";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("x-xero-signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    AccountScope account = settings.account(Field.json("/event/tenantId"));
    return new DeclaredScheme(
            signature, DeclaredScheme.batch(BodyBinding.RAW, Xero::items, identity(), account))
        .sampledBy(SAMPLE, signature::sign)
        .refusingWithoutBody()
        .redeliversFor(Duration.ofDays(1));
  }

  /** Each event with its place in the order of the tenant's events, where the envelope tells it. */
  private static Optional<List<Document>> items(Document body) {
    return body.array("/events").map(events -> numbered(body, events));
  }

  private static List<Document> numbered(Document body, List<Document> events) {
    long first = number(body, "/firstEventSequence");
    boolean isCounted = number(body, "/lastEventSequence") - first + 1 == events.size();
    List<Document> items = new ArrayList<>();
    for (Document event : events) {
      String sequence = isCounted ? ",\"sequence\":" + (first + items.size()) : "";
      Document.of("{\"event\":" + event.json() + sequence + "}").ifPresent(items::add);
    }
    return items;
  }

  private static long number(Document body, String place) {
    return body.text(place)
        .filter(text -> NUMBER.matcher(text).matches())
        .map(Long::parseLong)
        .orElse(Long.MIN_VALUE / 2);
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("tenantId", Field.json("/event/tenantId"))
                .with("resourceId", Field.json("/event/resourceId"))
                .with("eventCategory", Field.json("/event/eventCategory"))
                .with("eventType", Field.json("/event/eventType"))
                .with("eventDateUtc", Field.json("/event/eventDateUtc")))
        .type(Field.joined(".", Field.json("/event/eventCategory"), Field.json("/event/eventType")))
        .object(Field.json("/event/resourceId"))
        .order(Field.firstOf(Field.json("/sequence"), Field.json("/event/eventDateUtc")))
        .time(Xero::time);
  }

  /** Written without a zone, and meant as UTC. */
  private static Optional<String> time(Message message) {
    return Field.json("/event/eventDateUtc")
        .in(message)
        .map(text -> text.endsWith("Z") ? text : text + "Z");
  }
}
