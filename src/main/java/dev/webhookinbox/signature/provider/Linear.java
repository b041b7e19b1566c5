package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import java.time.Duration;

/**
 * Linear signs the body, in which the time of sending stands: a redelivery has other bytes. The
 * delivery's id is in a header that is not signed, so the event's is derived from the document.
 *
 * @see <a href="https://linear.app/developers/webhooks">Linear's page</a>
 */
public final class Linear implements ProviderProfile {

  private static final String SAMPLE =
      "{'webhookId':'inbox-test','type':'{first}','action':'{rest}','createdAt':'{iso}',"
          + "'data':{'id':'{id}'},'webhookTimestamp':{millis}}";

  private static final Field CHANGED =
      Field.firstOf(Field.json("/data/updatedAt"), Field.json("/createdAt"));

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
                Algorithm.HMAC_SHA256,
                HeaderPart.whole("Linear-Signature"),
                settings.secrets(KeyForm.text()),
                Part.body())
            .at(
                new SignedTime(
                    Field.json("/webhookTimestamp"),
                    TimeForm.MILLIS,
                    settings.tolerance(Duration.ofSeconds(60))));
    AccountScope account = settings.account(Field.json("/organizationId"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(SAMPLE, signature::sign)
        .withChangingBodies()
        .redeliversFor(Duration.ofHours(8)); // the last attempt comes after about 7 hours
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("webhookId", Field.json("/webhookId"))
                .with("type", Field.json("/type"))
                .with("action", Field.json("/action"))
                .maybe("id", Field.json("/data/id"))
                .maybe("createdAt", Field.json("/createdAt"))
                .maybe("updatedAt", Field.json("/data/updatedAt")))
        .type(Field.joined(".", Field.json("/type"), Field.json("/action")))
        .object(Field.json("/data/id"))
        .order(CHANGED)
        .time(Field.firstOf(Field.json("/createdAt"), Field.json("/data/updatedAt")));
  }
}
