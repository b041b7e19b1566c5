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
import java.util.Optional;

/**
 * Square signs the notification URL, to the byte as it was entered, and the body.
 *
 * @see <a href="https://developer.squareup.com/docs/webhooks/step3validate">Square's page</a>
 */
public final class Square implements ProviderProfile {

  @Override
  public String name() {
    return "square";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("x-square-hmacsha256-signature"),
            settings.secrets(KeyForm.text()),
            Part.url(settings.signedUrl()),
            Part.body());
    AccountScope account = settings.account(Field.json("/merchant_id"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy("{'event_id':'{id}','type':'{type}','created_at':'{iso}'}", signature::sign);
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/event_id"))
        .type(Field.json("/type"))
        .object(Field.json("/data/id"))
        .order(Field.firstOf(Square::version, Field.json("/created_at")))
        .time(Field.json("/created_at"));
  }

  /** The object is the member that bears the name of its type. */
  private static Optional<String> version(Message message) {
    return message
        .document()
        .flatMap(
            body ->
                body.text("/data/type")
                    .flatMap(type -> body.at("/data/object").flatMap(it -> it.member(type))))
        .flatMap(object -> object.text("/version"));
  }
}
