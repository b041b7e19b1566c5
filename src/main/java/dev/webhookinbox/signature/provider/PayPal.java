package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.security.Key;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * PayPal signs a checksum of the body (CRC32) that anybody can meet with another body. So the event
 * is a hint, to be looked up at PayPal; and one signature is good for one event, whatever id stands
 * in the body. {@code secret} is the webhook's id. The certificate comes from PayPal's own host.
 *
 * @see <a href="https://developer.paypal.com/api/rest/webhooks/rest/">PayPal's page</a>
 */
public final class PayPal implements ProviderProfile {

  private static final String ID = "PAYPAL-TRANSMISSION-ID";
  private static final String TIME = "PAYPAL-TRANSMISSION-TIME";

  @Override
  public String name() {
    return "paypal";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    String sandbox = settings.flag("paypal.sandbox", false) ? "sandbox." : "";
    CertificateSigned signature =
        new CertificateSigned(
            Pattern.compile(
                "https://api\\."
                    + sandbox.replace(".", "\\.")
                    + "paypal\\.com/v1/notifications/[A-Za-z0-9/_-]{1,100}"),
            Pattern.compile(
                "messageverificationcerts[a-z0-9-]*\\."
                    + sandbox.replace(".", "\\.")
                    + "paypal\\.com"),
            settings.remote());
    Secrets webhooks = settings.secrets(KeyForm.text());
    DeclaredScheme.Reading event =
        DeclaredScheme.document(BodyBinding.FIELDS, identity(), settings.account());
    return new DeclaredScheme(
        (message, now) -> objection(message, now, signature, webhooks),
        DeclaredScheme.withProof(event, Field.joined("|", Field.header(ID), Field.header(TIME))));
  }

  private static Optional<Verdict> objection(
      Message message, Instant now, CertificateSigned signature, Secrets webhooks) {
    Optional<String> certificate = Field.header("PAYPAL-CERT-URL").in(message);
    Optional<String> algorithm = Field.header("PAYPAL-AUTH-ALGO").in(message);
    if (certificate.isEmpty() || !algorithm.equals(Optional.of("SHA256withRSA"))) {
      return Verification.rejected("signature header absent or malformed");
    }
    return signature.objection(
        certificate.get(), message, now, key -> Verification.anyOf(perWebhook(key, webhooks, now)));
  }

  private static List<SignedParts> perWebhook(Key key, Secrets webhooks, Instant now) {
    return webhooks.active(now).stream()
        .map(id -> signed(key, new String(id.getEncoded(), UTF_8)))
        .toList();
  }

  private static SignedParts signed(Key key, String webhook) {
    return SignedParts.base64(
        Algorithm.RSA_SHA256,
        HeaderPart.whole("PAYPAL-TRANSMISSION-SIG"),
        now -> List.of(key),
        Part.header(ID),
        Part.text("|"),
        Part.header(TIME),
        Part.text("|" + webhook + "|"),
        PayPal::checksum);
  }

  private static Optional<byte[]> checksum(RawRequest request) {
    CRC32 checksum = new CRC32();
    checksum.update(request.body());
    return Optional.of(Long.toString(checksum.getValue()).getBytes(UTF_8));
  }

  private static Identity identity() {
    return Identity.unsigned(Field.json("/id"))
        .type(Field.json("/event_type"))
        .object(Field.json("/resource/id"))
        .order(Field.firstOf(Field.json("/resource/update_time"), Field.json("/create_time")))
        .time(Field.json("/create_time"));
  }
}
