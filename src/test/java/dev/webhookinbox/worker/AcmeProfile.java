package dev.webhookinbox.worker;

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
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import java.time.Duration;

/** The example of {@code src/docs/handlers.md}. */
public class AcmeProfile implements ProviderProfile {

  @Override
  public String name() {
    return "acme";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
                Algorithm.HMAC_SHA256,
                HeaderPart.after("v1=", "Acme-Signature"),
                settings.secrets(KeyForm.text()),
                Part.header("Acme-Time"),
                Part.text("."),
                Part.body())
            .at(
                new SignedTime(
                    Field.header("Acme-Time"),
                    TimeForm.SECONDS,
                    settings.tolerance(Duration.ofMinutes(5))));
    Identity identity =
        Identity.signed(Field.json("/event/id"))
            .type(Field.json("/event/name"))
            .object(Field.json("/order/number"))
            .time(Field.json("/event/at"));
    return new DeclaredScheme(
            signature,
            DeclaredScheme.document(
                BodyBinding.RAW, identity, settings.account(Field.json("/shop"))))
        .redeliversFor(Duration.ofDays(2));
  }
}
