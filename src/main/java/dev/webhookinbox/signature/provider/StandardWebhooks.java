package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;

/**
 * The common scheme of <a href="https://www.standardwebhooks.com">standardwebhooks.com</a>, with a
 * shared secret ({@code whsec_}, v1) or a public key ({@code whpk_}, v1a).
 */
public final class StandardWebhooks implements ProviderProfile {

  @Override
  public String name() {
    return "standard-webhooks";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(StandardSignature::key);
    return new DeclaredScheme(
            StandardSignature.of("webhook-", secrets, settings.tolerance(Duration.ofMinutes(5))),
            DeclaredScheme.event(
                BodyBinding.RAW, identity(Field.header("webhook-id")), settings.account()))
        .sampledBy(
            StandardSignature.sampling("webhook-", "type"),
            StandardSignature.signing("webhook-", secrets))
        .redeliversFor(Duration.ofHours(76)); // the specification's example: 75 h 35 m
  }

  /** The id is signed; the rest is a convention of the specification, and may be missing. */
  static Identity identity(Field id) {
    return Identity.signed(id)
        .type(Field.json("/type"))
        .object(Field.json("/data/id"))
        .order(Field.json("/timestamp"))
        .time(Field.json("/timestamp"));
  }
}
