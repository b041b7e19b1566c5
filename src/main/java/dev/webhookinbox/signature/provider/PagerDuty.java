package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
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
 * PagerDuty's webhooks of version 3. The header may hold several signatures, while a secret is
 * changed. The ping that tests a subscription is answered and is no event.
 *
 * @see <a href="https://developer.pagerduty.com/docs/verifying-webhook-signatures">PagerDuty's
 *     page</a>
 */
public final class PagerDuty implements ProviderProfile {

  private static final String SAMPLE =
      "{'event':{'id':'{id}','event_type':'{type}','occurred_at':'{iso}'}}";

  private static final Field TYPE = Field.json("/event/event_type");

  @Override
  public String name() {
    return "pagerduty";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.pairs("X-PagerDuty-Signature", ',', "v1"),
            settings.secrets(KeyForm.text()),
            Part.body());
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), settings.account()))
        .sampledBy(SAMPLE, signature::sign)
        .handshake(
            DeclaredScheme.answering(
                message -> TYPE.in(message).filter("pagey.ping"::equals).isPresent(),
                Answer.empty(200)))
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/event/id"))
        .type(TYPE)
        .object(Field.json("/event/data/id"))
        .order(Field.json("/event/occurred_at"))
        .time(Field.json("/event/occurred_at"));
  }
}
