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
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import java.time.Duration;

/**
 * SendGrid's event webhook: a batch under one ECDSA signature. Its verification key is the secret.
 * It states no limit for the age of a request, so there is none unless {@code tolerance} is set.
 *
 * @see <a
 *     href="https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features">SendGrid's
 *     page</a>
 */
public final class SendGrid implements ProviderProfile {

  private static final String TIME = "X-Twilio-Email-Event-Webhook-Timestamp";

  @Override
  public String name() {
    return "sendgrid";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
            Algorithm.ECDSA_SHA256,
            HeaderPart.whole("X-Twilio-Email-Event-Webhook-Signature"),
            settings.secrets(KeyForm.publicKey("EC")),
            Part.header(TIME),
            Part.body());
    return new DeclaredScheme(
            settings
                .toleranceIfSet()
                .map(it -> signature.at(new SignedTime(Field.header(TIME), TimeForm.SECONDS, it)))
                .orElse(signature),
            DeclaredScheme.batch(
                BodyBinding.RAW, body -> body.array(""), identity(), settings.account()))
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/sg_event_id"))
        .type(Field.json("/event"))
        .object(Field.json("/sg_message_id"))
        .order(Field.json("/timestamp"))
        .time(Field.json("/timestamp"));
  }
}
