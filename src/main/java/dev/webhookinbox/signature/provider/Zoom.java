package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import jakarta.json.Json;
import java.security.Key;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Zoom gives its events no id; one is derived from what happened, when, where and to whom. It
 * checks the endpoint when it is entered, and every 72 hours.
 *
 * @see <a href="https://developers.zoom.us/docs/api/webhooks/">Zoom's page</a>
 */
public final class Zoom implements ProviderProfile {

  /** A token holds no colon, so no answer is the signature of a request. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_+/=-]{1,200}");

  private static final String TIME = "x-zm-request-timestamp";
  private static final String SAMPLE =
      "{'event':'{type}','event_ts':{millis},'payload':{'object':{'uuid':'{id}'}}}";

  private static final Field OBJECT =
      Field.firstOf(Field.json("/payload/object/uuid"), Field.json("/payload/object/id"));

  @Override
  public String name() {
    return "zoom";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(KeyForm.text());
    AccountScope account = settings.account(Field.json("/payload/account_id"));
    SignedParts signature = VersionedTime.of("v0", "x-zm-signature", TIME, settings, secrets);
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(
            (event, now) -> event.json(SAMPLE, now).with(TIME, TimeForm.SECONDS.text(now)),
            signature::sign)
        .handshake((message, now) -> validation(message, secrets.newest(now)))
        .redeliversFor(Duration.ofHours(2)); // the last attempt comes after 85 minutes
  }

  private static Identity identity() {
    return Identity.signed(id())
        .type(Field.json("/event"))
        .object(OBJECT)
        .order(Field.json("/event_ts"))
        .time(Field.json("/event_ts"));
  }

  private static DerivedId id() {
    String participant = "/payload/object/participant";
    return DerivedId.version(1)
        .with("event", Field.json("/event"))
        .with("event_ts", Field.json("/event_ts"))
        .maybe("account_id", Field.json("/payload/account_id"))
        .maybe("object", OBJECT)
        .maybe("participant_uuid", Field.json(participant + "/participant_uuid"))
        .maybe("participant_user_id", Field.json(participant + "/user_id"))
        .maybe("participant_id", Field.json(participant + "/id"))
        .maybe("message_id", Field.json("/payload/object/message_id"));
  }

  private static Optional<Verdict> validation(Message message, Optional<Key> secret) {
    return Field.json("/event")
        .in(message)
        .filter("endpoint.url_validation"::equals)
        .map(
            event ->
                Field.json("/payload/plainToken")
                    .in(message)
                    .filter(token -> TOKEN.matcher(token).matches())
                    .flatMap(token -> secret.map(key -> answer(token, key)))
                    .<Verdict>map(Verdict.Handshake::new)
                    .orElseGet(() -> new Verdict.Unusable("the token is not of Zoom's form")));
  }

  private static Answer answer(String token, Key secret) {
    byte[] mac = Algorithm.HMAC_SHA256.mac(secret, List.of(token.getBytes(UTF_8)));
    return Answer.json(
        200,
        Json.createObjectBuilder()
            .add("plainToken", token)
            .add("encryptedToken", HexFormat.of().formatHex(mac))
            .build()
            .toString());
  }
}
