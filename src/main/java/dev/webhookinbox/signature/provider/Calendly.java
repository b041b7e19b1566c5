package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
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
 * Calendly signs the time and the body, and gives its events no id; one is derived.
 *
 * @see <a
 *     href="https://developer.calendly.com/api-docs/4c305798a61d3-webhook-signatures">Calendly's
 *     page</a>
 */
public final class Calendly implements ProviderProfile {

  private static final String HEADER = "Calendly-Webhook-Signature";

  @Override
  public String name() {
    return "calendly";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    HeaderPart time = HeaderPart.pairs(HEADER, ',', "t");
    SignedParts signature =
        SignedParts.hex(
                Algorithm.HMAC_SHA256,
                HeaderPart.pairs(HEADER, ',', "v1"),
                settings.secrets(KeyForm.text()),
                Part.in(time),
                Part.text("."),
                Part.body())
            .at(
                new SignedTime(
                    Field.in(time), TimeForm.SECONDS, settings.tolerance(Duration.ofMinutes(3))));
    AccountScope account = settings.account(Field.json("/created_by"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(
            (event, now) ->
                time.write(
                    event.json(
                        "{'event':'{type}','created_at':'{iso}','payload':{'uri':'{id}'}}", now),
                    TimeForm.SECONDS.text(now)),
            signature::sign)
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("event", Field.json("/event"))
                .with("uri", Field.json("/payload/uri"))
                .with("created_at", Field.json("/created_at")))
        .type(Field.json("/event"))
        .object(Field.json("/payload/uri"))
        .order(Field.firstOf(Field.json("/payload/updated_at"), Field.json("/created_at")))
        .time(Field.json("/created_at"));
  }
}
