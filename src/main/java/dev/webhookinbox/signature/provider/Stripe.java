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
 * Stripe, v1 snapshots and v2 thin events. Only {@code v1} signatures count: {@code v0} is a fake
 * scheme of test events. The whole {@code whsec_…} text is the key.
 *
 * @see <a href="https://docs.stripe.com/webhooks/signature">Stripe's page</a>
 */
public final class Stripe implements ProviderProfile {

  private static final String SAMPLE =
      "{'id':'{id}','object':'event','type':'{type}','created':{seconds},'data':{'object':{}}}";
  private static final String HEADER = "Stripe-Signature";
  private static final HeaderPart TIME = HeaderPart.pairs(HEADER, ',', "t");

  @Override
  public String name() {
    return "stripe";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    AccountScope account =
        settings.account(Field.firstOf(Field.json("/account"), Field.json("/context")));
    SignedParts signature = signature(settings);
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(
            (event, now) -> TIME.write(event.json(SAMPLE, now), TimeForm.SECONDS.text(now)),
            signature::sign)
        .redeliversFor(Duration.ofDays(30)); // 3 days by itself; resends by hand up to 30
  }

  private static SignedParts signature(SourceSettings settings) {
    return SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.pairs(HEADER, ',', "v1"),
            settings.secrets(KeyForm.text()),
            Part.in(TIME),
            Part.text("."),
            Part.body())
        .at(
            new SignedTime(
                Field.in(TIME), TimeForm.SECONDS, settings.tolerance(Duration.ofMinutes(5))));
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/id"))
        .type(Field.json("/type"))
        .object(Field.firstOf(Field.json("/data/object/id"), Field.json("/related_object/id")))
        .order(Field.json("/created"))
        .time(Field.json("/created"));
  }
}
