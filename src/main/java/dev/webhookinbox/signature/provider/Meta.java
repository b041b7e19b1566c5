package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Echo;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SharedToken;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Meta's products: Facebook, Instagram, WhatsApp. A body holds several entries with several
 * changes; a message or a status of WhatsApp is an event of its own, and so is each change of the
 * others. To check the endpoint Meta shows {@code meta.verify-token}.
 *
 * @see <a href="https://developers.facebook.com/docs/graph-api/webhooks/getting-started">Meta's
 *     page</a>
 */
public final class Meta implements ProviderProfile {

  private static final String SAMPLE =
      "{'object':'{first}','entry':[{'id':'inbox-test','time':{seconds},"
          + "'changes':[{'field':'{rest}','value':{'message':{'mid':'{id}'}}}]}]}";

  private static final Field ENTRY = Field.json("/entry");

  @Override
  public String name() {
    return "meta";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.after("sha256=", "X-Hub-Signature-256"),
            settings.secrets(KeyForm.text()),
            Part.body());
    DeclaredScheme scheme =
        new DeclaredScheme(
                signature,
                DeclaredScheme.batch(
                    BodyBinding.RAW, MetaChanges::of, identity(), settings.account(ENTRY)))
            .sampledBy(SAMPLE, signature::sign)
            .redeliversFor(Duration.ofDays(7)); // WhatsApp; the others 36 hours
    return settings.text("meta.verify-token").map(token -> greeted(scheme, token)).orElse(scheme);
  }

  private static Scheme greeted(DeclaredScheme scheme, String token) {
    Secrets tokens =
        Secrets.of(List.of(new Secrets.Windowed(KeyForm.token().read(token), Instant.MAX)));
    SharedToken shown = new SharedToken(Field.query("hub.verify_token"), tokens);
    return scheme.greeting(
        Set.of("GET"), (message, now) -> subscription(message, shown.objection(message, now)));
  }

  private static Optional<Verdict> subscription(Message message, Optional<Verdict> objection) {
    boolean isSubscription =
        message.request().method().equals("GET")
            && Field.query("hub.mode").in(message).filter("subscribe"::equals).isPresent();
    if (!isSubscription || objection.isPresent()) {
      return isSubscription ? objection : Optional.empty();
    }
    return Field.query("hub.challenge").in(message).flatMap(Echo::of).map(Verdict.Handshake::new);
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("object", Field.json("/object"))
                .with("entry", ENTRY)
                .maybe("field", Field.json("/field"))
                .maybe("id", Field.json("/id"))
                .maybe("status", Field.json("/status"))
                .maybe("time", Field.json("/time"))
                .maybe("value", Field.json("/value")))
        .type(Field.joined(".", Field.json("/object"), Field.json("/field")))
        .object(Field.json("/id"))
        .order(Field.json("/timestamp"))
        .time(Field.json("/timestamp"));
  }
}
