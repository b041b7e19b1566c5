package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;

/**
 * Svix signs as Standard Webhooks does, with headers that start with {@code svix-}; the standard's
 * own names are sent as well by some of its customers.
 *
 * @see <a href="https://docs.svix.com/receiving/verifying-payloads/how-manual">Svix's page</a>
 */
public final class Svix implements ProviderProfile {

  @Override
  public String name() {
    return "svix";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(StandardSignature::key);
    return new DeclaredScheme(
            verification(secrets, settings.tolerance(Duration.ofMinutes(5))),
            DeclaredScheme.event(
                BodyBinding.RAW, StandardWebhooks.identity(signedId()), settings.account()))
        .sampledBy(
            StandardSignature.sampling("svix-", "type"),
            StandardSignature.signing("svix-", secrets))
        .redeliversFor(Duration.ofHours(28)); // 27 h 35 m after the first attempt
  }

  private static Verification verification(Secrets secrets, Duration tolerance) {
    return Verification.whereHeader(
        "svix-signature",
        StandardSignature.of("svix-", secrets, tolerance),
        StandardSignature.of("webhook-", secrets, tolerance));
  }

  /** The id beside the signature that was looked at: the other family's is not signed then. */
  private static Field signedId() {
    Field svix = Field.header("svix-id");
    Field standard = Field.header("webhook-id");
    return message ->
        message.request().headers().all("svix-signature").isEmpty()
            ? standard.in(message)
            : svix.in(message);
  }
}
