package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;

/**
 * Intercom signs the body with SHA-1 and counts its attempts in it, so a redelivery has other
 * bytes. The ping that follows a new subscription is answered and is no event.
 *
 * @see <a href="https://developers.intercom.com/docs/webhooks/webhook-notifications">Intercom's
 *     page</a>
 */
public final class Intercom implements ProviderProfile {

  private static final Field TOPIC = Field.json("/topic");

  @Override
  public String name() {
    return "intercom";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA1,
            HeaderPart.after("sha1=", "X-Hub-Signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    AccountScope account = settings.account(Field.json("/app_id"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .handshake(
            DeclaredScheme.answering(
                message -> TOPIC.in(message).filter("ping"::equals).isPresent(), Answer.empty(200)))
        .sampledBy("{'id':'{id}','topic':'{type}','created_at':{seconds}}", signature::sign)
        .withChangingBodies()
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/id"))
        .type(TOPIC)
        .object(Field.json("/data/item/id"))
        .order(Field.firstOf(Field.json("/data/item/updated_at"), Field.json("/created_at")))
        .time(Field.json("/created_at"));
  }
}
