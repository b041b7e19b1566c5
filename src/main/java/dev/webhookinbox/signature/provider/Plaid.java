package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SourceSettings;
import java.security.Key;
import java.time.Duration;
import java.util.List;

/**
 * Plaid, which gives its webhooks no id and says the same again with the same bytes: what names no
 * session or report is a signal to ask for the state. {@code secret} is {@code CLIENT_ID:SECRET},
 * with which Plaid's public keys are asked for.
 *
 * @see <a href="https://plaid.com/docs/api/webhooks/webhook-verification/">Plaid's page</a>
 */
public final class Plaid implements ProviderProfile {

  private static final Field TYPE =
      Field.joined(".", Field.json("/webhook_type"), Field.json("/webhook_code"));

  /** What comes once, under an id of its own. */
  private static final Field ONCE =
      Field.firstOf(Field.json("/link_session_id"), Field.json("/asset_report_id"));

  @Override
  public String name() {
    return "plaid";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    String environment =
        settings.oneOf("plaid.environment", List.of("production", "sandbox"), "production");
    Secrets credentials = settings.secrets(Plaid::credentials);
    AccountScope account = settings.account(Field.json("/item_id"));
    return new DeclaredScheme(
            new PlaidSignature(
                environment,
                credentials,
                settings.remote(),
                settings.tolerance(Duration.ofMinutes(5))),
            DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .withEqualBytesLegitimate()
        .redeliversFor(Duration.ofDays(1));
  }

  private static Key credentials(String secret) {
    if (!secret.matches("[^:]+:[^:]+")) {
      throw new IllegalArgumentException("not CLIENT_ID:SECRET");
    }
    return KeyForm.text().read(secret);
  }

  private static Identity identity() {
    Field id =
        DerivedId.version(1)
            .with("webhook_type", Field.json("/webhook_type"))
            .with("webhook_code", Field.json("/webhook_code"))
            .maybe("item_id", Field.json("/item_id"))
            .with("body", Field.bodyHash());
    return Identity.signed(id)
        .type(TYPE)
        .object(Field.firstOf(Field.json("/item_id"), ONCE, TYPE))
        .signalWhere(
            message -> ONCE.in(message).isPresent() ? Field.none().in(message) : TYPE.in(message));
  }
}
