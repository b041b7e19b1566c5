package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Form;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;

/**
 * Braintree sends a form with a signature and an XML document in base64; the document is signed and
 * nothing else of the body. {@code secret} is {@code PUBLIC_KEY:PRIVATE_KEY}: the header names the
 * public one, and the SHA-1 of the private one is the HMAC's key. The notification that tests an
 * endpoint is answered and is no event.
 *
 * @see <a href="https://developer.paypal.com/braintree/docs/guides/webhooks/parse">Braintree's
 *     page</a>
 */
public final class Braintree implements ProviderProfile {

  private static final String SAMPLE =
      "<notification><timestamp type=\"datetime\">{iso}</timestamp><kind>{type}</kind>"
          + "<subject><test><id>{id}</id></test></subject></notification>";

  private static final Pattern CHALLENGE = Pattern.compile("[a-f0-9]{20,32}");
  private static final Pattern PAYLOAD = Pattern.compile("[A-Za-z0-9+/=\\n]+");
  private static final int MOST_PAIRS = 32;
  private static final Field KIND = Field.json("/kind");
  private static final Field SUBJECT = Field.json("/subject");
  private static final Field MERCHANT = Field.json("/source-merchant-id");
  private static final Field TIME = Field.json("/timestamp");

  @Override
  public String name() {
    return "braintree";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(Braintree::key);
    AccountScope account = settings.account(MERCHANT);
    DeclaredScheme.Reading event = DeclaredScheme.document(BodyBinding.FIELDS, identity(), account);
    return new DeclaredScheme(
            (message, now) -> objection(message, secrets.active(now)),
            message ->
                notification(message)
                    .map(event::of)
                    .orElseGet(() -> new Verdict.Unusable("the payload is no notification")))
        .greeting(Set.of("GET"), (message, now) -> challenge(message, secrets, now))
        .handshake(
            DeclaredScheme.answering(
                message ->
                    notification(message).flatMap(KIND::in).filter("check"::equals).isPresent(),
                Answer.empty(200)))
        .sampledBy(Braintree::sample, (unsigned, now) -> signed(unsigned, secrets.newest(now)))
        .redeliversFor(Duration.ofDays(1));
  }

  /** The public key becomes the name of the key that is used, so that it can be found by it. */
  private static Key key(String secret) {
    String[] keys = secret.split(":", -1);
    if (keys.length != 2 || keys[0].isBlank() || keys[1].isBlank()) {
      throw new IllegalArgumentException("not PUBLIC_KEY:PRIVATE_KEY");
    }
    try {
      byte[] hashed = MessageDigest.getInstance("SHA-1").digest(keys[1].getBytes(UTF_8));
      return new SecretKeySpec(hashed, keys[0]);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }

  /**
   * Whoever asks has a challenge signed, by the same key and in the same way: what could be one is
   * no payload.
   */
  private static Optional<Verdict> objection(Message message, List<Key> keys) {
    Optional<String> payload =
        Field.form("bt_payload")
            .in(message)
            .filter(it -> PAYLOAD.matcher(it).matches() && !CHALLENGE.matcher(it).matches());
    Optional<String> signatures = Field.form("bt_signature").in(message);
    if (payload.isEmpty() || signatures.isEmpty()) {
      return Verification.rejected("signature absent or malformed");
    }
    String[] pairs = signatures.get().split("&", MOST_PAIRS + 1);
    boolean isGenuine = false;
    for (Key key : keys) {
      isGenuine |= matches(key, payload.get(), given(pairs, key.getAlgorithm() + "|"));
    }
    return isGenuine ? Optional.empty() : Verification.rejected(Verification.NO_MATCH);
  }

  private static List<byte[]> given(String[] pairs, String prefix) {
    return Arrays.stream(pairs)
        .limit(MOST_PAIRS)
        .filter(pair -> pair.startsWith(prefix))
        .flatMap(pair -> Encoding.HEX.decode(pair.substring(prefix.length())).stream())
        .toList();
  }

  /** What stands between the two may have lost the line's end that was signed. */
  private static boolean matches(Key key, String payload, List<byte[]> given) {
    byte[] text = payload.getBytes(UTF_8);
    return Algorithm.HMAC_SHA1.verifies(key, List.of(text), given)
        || Algorithm.HMAC_SHA1.verifies(key, List.of(text, new byte[] {'\n'}), given);
  }

  private static RawRequest sample(SampleEvent event, Instant now) {
    String xml = event.filled(SAMPLE, now);
    String payload = Base64.getEncoder().encodeToString(xml.getBytes(UTF_8));
    return event.request(
        Form.TYPE,
        "bt_signature=" + SampleEvent.PROOF + "&bt_payload=" + URLEncoder.encode(payload, UTF_8));
  }

  private static Optional<RawRequest> signed(Message unsigned, Optional<Key> newest) {
    return newest.flatMap(
        key ->
            Field.form("bt_payload")
                .in(unsigned)
                .map(payload -> unsigned.request().proven(signature(payload, key))));
  }

  private static String signature(String text, Key key) {
    byte[] mac = Algorithm.HMAC_SHA1.mac(key, List.of(text.getBytes(UTF_8)));
    return key.getAlgorithm() + "|" + HexFormat.of().formatHex(mac);
  }

  private static Optional<Message> notification(Message message) {
    return Field.form("bt_payload")
        .in(message)
        .map(payload -> payload.replace("\n", ""))
        .flatMap(Encoding.BASE64::decode)
        .flatMap(BraintreeXml::read)
        .map(message::with);
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("kind", KIND)
                .with("timestamp", TIME)
                .maybe("subject", SUBJECT)
                .maybe("merchant", MERCHANT))
        .type(KIND)
        .object(SUBJECT)
        .order(TIME)
        .time(TIME);
  }

  private static Optional<Verdict> challenge(Message message, Secrets secrets, Instant now) {
    return message.request().method().equals("GET")
        ? Field.query("bt_challenge")
            .in(message)
            .filter(challenge -> CHALLENGE.matcher(challenge).matches())
            .flatMap(text -> secrets.newest(now).map(key -> Answer.echo(signature(text, key))))
            .map(Verdict.Handshake::new)
        : Optional.empty();
  }
}
