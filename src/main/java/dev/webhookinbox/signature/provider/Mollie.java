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
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Mollie. Its next-generation webhooks are signed and bear an event's id. The classic ones, with
 * {@code mollie.classic=true}, are no more than the id of a payment, under no secret at all:
 * anybody can send one, so it is a signal to look the payment up.
 *
 * @see <a href="https://docs.mollie.com/reference/webhooks-new">Mollie's page</a>
 */
public final class Mollie implements ProviderProfile {

  private static final Pattern RESOURCE = Pattern.compile("[a-z]{1,20}_[A-Za-z0-9.]{1,100}");

  @Override
  public String name() {
    return "mollie";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Duration redelivers = Duration.ofHours(26);
    return settings.flag("mollie.classic", false)
        ? classic(settings).withEqualBytesLegitimate().redeliversFor(redelivers)
        : signed(settings).redeliversFor(redelivers);
  }

  private static DeclaredScheme signed(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.maybeAfter("sha256=", "X-Mollie-Signature", ','),
            settings.secrets(KeyForm.text()),
            Part.body());
    Identity identity =
        Identity.signed(Field.json("/id"))
            .type(Field.json("/type"))
            .object(Field.json("/entityId"))
            .order(Field.json("/createdAt"))
            .time(Field.json("/createdAt"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity, settings.account()))
        .sampledBy("{'id':'{id}','type':'{type}','createdAt':'{iso}'}", signature::sign);
  }

  private static DeclaredScheme classic(SourceSettings settings) {
    if (settings.text("secret").isPresent() || settings.text("secret-file").isPresent()) {
      settings.fault(
          "mollie.classic",
          "is true beside a secret",
          "remove the secret: classic webhooks are not signed; or set mollie.classic to false");
    }
    Field resource =
        message -> Field.form("id").in(message).filter(id -> RESOURCE.matcher(id).matches());
    Identity identity =
        Identity.unsigned(resource)
            .type(message -> resource.in(message).map(id -> id.substring(0, id.indexOf('_'))))
            .object(resource)
            .signalWhere(resource);
    return new DeclaredScheme(
        (message, now) -> Optional.empty(),
        DeclaredScheme.event(BodyBinding.NONE, identity, settings.account()));
  }
}
