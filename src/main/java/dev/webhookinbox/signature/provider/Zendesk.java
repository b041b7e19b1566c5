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
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import java.time.Duration;

/**
 * Zendesk signs the time and the body. Its events bear an id; what a trigger or automation sends
 * has a body of the customer's making, and then the invocation's id counts, in a header that is not
 * signed.
 *
 * @see <a href="https://developer.zendesk.com/documentation/webhooks/verifying/">Zendesk's page</a>
 */
public final class Zendesk implements ProviderProfile {

  private static final String TIME = "X-Zendesk-Webhook-Signature-Timestamp";
  private static final String SAMPLE =
      "{'zendesk_event_version':'2022-06-20','id':'{id}','type':'{type}','time':'{iso}'}";

  private static final Field EVENT =
      message ->
          Field.json("/zendesk_event_version")
              .in(message)
              .flatMap(it -> Field.json("/id").in(message));

  @Override
  public String name() {
    return "zendesk";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.base64(
                Algorithm.HMAC_SHA256,
                HeaderPart.whole("X-Zendesk-Webhook-Signature"),
                settings.secrets(KeyForm.text()),
                Part.header(TIME),
                Part.body())
            .at(
                new SignedTime(
                    Field.header(TIME), TimeForm.ISO, settings.tolerance(Duration.ofMinutes(5))));
    AccountScope account = settings.account(Field.json("/account_id"));
    DeclaredScheme.Reading event =
        DeclaredScheme.event(BodyBinding.RAW, named(Identity.signed(EVENT)), account);
    DeclaredScheme.Reading call =
        DeclaredScheme.event(
            BodyBinding.RAW,
            named(Identity.unsigned(Field.header("X-Zendesk-Webhook-Invocation-Id"))),
            account.fixed());
    return new DeclaredScheme(
            signature, message -> (EVENT.in(message).isPresent() ? event : call).of(message))
        .sampledBy(
            (sample, now) -> sample.json(SAMPLE, now).with(TIME, TimeForm.ISO.text(now)),
            signature::sign)
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity named(Identity identity) {
    return identity
        .type(Field.json("/type"))
        .object(Field.json("/subject"))
        .order(Field.json("/time"))
        .time(Field.json("/time"));
  }
}
