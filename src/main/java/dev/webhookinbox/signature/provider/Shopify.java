package dev.webhookinbox.signature.provider;

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
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;

/**
 * Shopify signs the body and none of the headers, so neither the shop's domain nor the topic is
 * proven. The id of a delivery to one subscription is the event's id; the id of the merchant's
 * action, which several subscriptions share, is not.
 *
 * @see <a href="https://shopify.dev/docs/apps/build/webhooks/verify-deliveries">Shopify's page</a>
 */
public final class Shopify implements ProviderProfile {

  @Override
  public String name() {
    return "shopify";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(KeyForm.text());
    SignedParts signed = signature("X-Shopify-Hmac-Sha256", secrets);
    Verification signature =
        Verification.whereHeader(
            "X-Shopify-Hmac-Sha256", signed, signature("Shopify-Hmac-Sha256", secrets));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), settings.account()))
        .sampledBy(
            (event, now) ->
                event
                    .json(now)
                    .with("X-Shopify-Webhook-Id", event.id())
                    .with("X-Shopify-Topic", event.type()),
            signed::sign)
        .redeliversFor(Duration.ofHours(4));
  }

  private static SignedParts signature(String header, Secrets secrets) {
    return SignedParts.base64(
        Algorithm.HMAC_SHA256, HeaderPart.whole(header), secrets, Part.body());
  }

  private static Identity identity() {
    return Identity.unsigned(header("Webhook-Id"))
        .type(header("Topic"))
        .object(Field.firstOf(Field.json("/admin_graphql_api_id"), Field.json("/id")))
        .order(Field.firstOf(Field.json("/updated_at"), header("Triggered-At")))
        .time(Field.firstOf(header("Triggered-At"), Field.json("/updated_at")));
  }

  /** The newer names have no {@code X-} before them. */
  private static Field header(String name) {
    return Field.firstOf(Field.header("X-Shopify-" + name), Field.header("Shopify-" + name));
  }
}
