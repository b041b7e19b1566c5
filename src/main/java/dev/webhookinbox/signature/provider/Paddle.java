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
 * Paddle Billing. Its libraries allow five seconds of age, which is too little for two clocks; five
 * minutes are allowed here. It takes no other success than 200.
 *
 * @see <a href="https://developer.paddle.com/webhooks/about/signature-verification">Paddle's
 *     page</a>
 */
public final class Paddle implements ProviderProfile {

  private static final String HEADER = "Paddle-Signature";

  @Override
  public String name() {
    return "paddle";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    HeaderPart time = HeaderPart.pairs(HEADER, ';', "ts");
    SignedParts signature =
        SignedParts.hex(
                Algorithm.HMAC_SHA256,
                HeaderPart.pairs(HEADER, ';', "h1"),
                settings.secrets(KeyForm.text()),
                Part.in(time),
                Part.text(":"),
                Part.body())
            .at(
                new SignedTime(
                    Field.in(time), TimeForm.SECONDS, settings.tolerance(Duration.ofMinutes(5))));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), settings.account()))
        .sampledBy(
            (event, now) ->
                time.write(
                    event.json(
                        "{'event_id':'{id}','event_type':'{type}','occurred_at':'{iso}'}", now),
                    TimeForm.SECONDS.text(now)),
            signature::sign);
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/event_id"))
        .type(Field.json("/event_type"))
        .object(Field.json("/data/id"))
        .order(Field.json("/occurred_at"))
        .time(Field.json("/occurred_at"));
  }
}
