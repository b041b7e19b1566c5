package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
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
import java.util.Optional;

/**
 * Razorpay signs the body; the event's id is in a header that is not signed. After the secret was
 * changed, what was first sent before is still signed with the old one.
 *
 * @see <a href="https://razorpay.com/docs/webhooks/validate-test/">Razorpay's page</a>
 */
public final class Razorpay implements ProviderProfile {

  @Override
  public String name() {
    return "razorpay";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("X-Razorpay-Signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    AccountScope account = settings.account(Field.json("/account_id"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(
            (event, now) ->
                event
                    .json("{'event':'{type}','created_at':{seconds},'test':'{id}'}", now)
                    .with("x-razorpay-event-id", event.id()),
            signature::sign)
        .redeliversFor(Duration.ofDays(7));
  }

  private static Identity identity() {
    return Identity.unsigned(Field.header("x-razorpay-event-id"))
        .type(Field.json("/event"))
        .object(Razorpay::entity)
        .order(Field.json("/created_at"))
        .time(Field.json("/created_at"));
  }

  /** The first of the entities that the document says it contains. */
  private static Optional<String> entity(Message message) {
    return message
        .document()
        .flatMap(
            body ->
                body.text("/contains/0")
                    .flatMap(name -> body.at("/payload").flatMap(it -> it.member(name))))
        .flatMap(entity -> entity.text("/entity/id"));
  }
}
