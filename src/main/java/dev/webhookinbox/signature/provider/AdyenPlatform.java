package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Encoding;
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
 * Adyen's platform and balance webhooks: the whole body is signed, and one event is in it.
 *
 * @see <a
 *     href="https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures/">Adyen's
 *     page</a>
 */
public final class AdyenPlatform implements ProviderProfile {

  private static final Field OBJECT =
      Field.firstOf(Field.json("/data/id"), Field.json("/data/accountHolder/id"));

  @Override
  public String name() {
    return "adyen-platform";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("hmacsignature"),
            settings.secrets(KeyForm.encoded(Encoding.HEX)),
            Part.body());
    AccountScope account = settings.account(Field.json("/data/balancePlatform"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy("{'type':'{type}','timestamp':'{iso}','data':{'id':'{id}'}}", signature::sign)
        .success(Answer.empty(202))
        .redeliversFor(Duration.ofDays(30));
  }

  private static Identity identity() {
    Field sequence = Field.json("/data/sequenceNumber");
    Field time = Field.json("/timestamp");
    return Identity.signed(
            DerivedId.version(1)
                .with("type", Field.json("/type"))
                .with("id", OBJECT)
                .maybe("sequenceNumber", sequence)
                .maybe("timestamp", time))
        .type(Field.json("/type"))
        .object(OBJECT)
        .order(Field.firstOf(sequence, time))
        .time(time);
  }
}
