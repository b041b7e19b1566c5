package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
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
 * Typeform. It drops a webhook at once on 404 and 410.
 *
 * @see <a href="https://www.typeform.com/developers/webhooks/secure-your-webhooks/">Typeform's
 *     page</a>
 */
public final class Typeform implements ProviderProfile {

  @Override
  public String name() {
    return "typeform";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
            Algorithm.HMAC_SHA256,
            HeaderPart.after("sha256=", "Typeform-Signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    AccountScope account = settings.account(Field.json("/form_response/form_id"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy("{'event_id':'{id}','event_type':'{type}'}", signature::sign)
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/event_id"))
        .type(Field.json("/event_type"))
        .object(Field.json("/form_response/token"))
        .order(Field.json("/form_response/submitted_at"))
        .time(Field.json("/form_response/submitted_at"));
  }
}
