package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SignedUrl;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HubSpot, versions 1 to 3 of its signatures. Where a request bears the third, no other is looked
 * at: the first two sign no time, and the first only hashes the secret before the body. Items are
 * counted by attempt, so a redelivery has other bytes.
 *
 * @see <a
 *     href="https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests">HubSpot's
 *     page</a>
 */
public final class HubSpot implements ProviderProfile {

  private static final String OLD = "X-HubSpot-Signature";
  private static final String TIME = "X-HubSpot-Request-Timestamp";
  private static final String SAMPLE =
      "[{'portalId':'inbox-test','eventId':'{id}','subscriptionType':'{type}','occurredAt':{millis}}]";

  /** The escapes that HubSpot undoes before it signs; all others stay. */
  private static final Map<String, String> UNDONE =
      Map.ofEntries(
          Map.entry("%3A", ":"),
          Map.entry("%2F", "/"),
          Map.entry("%3F", "?"),
          Map.entry("%40", "@"),
          Map.entry("%21", "!"),
          Map.entry("%24", "$"),
          Map.entry("%27", "'"),
          Map.entry("%28", "("),
          Map.entry("%29", ")"),
          Map.entry("%2A", "*"),
          Map.entry("%2C", ","),
          Map.entry("%3B", ";"));

  private static final Pattern ESCAPE = Pattern.compile("%[0-9A-Fa-f]{2}");

  @Override
  public String name() {
    return "hubspot";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(KeyForm.text());
    SignedUrl url = settings.signedUrl();
    SignedParts third = third(secrets, url, settings.tolerance(Duration.ofMinutes(5)));
    Verification old =
        (message, now) ->
            (isSecond(message) ? second(secrets, url) : first(secrets)).objection(message, now);
    return new DeclaredScheme(
            Verification.whereHeader("X-HubSpot-Signature-v3", third, old),
            DeclaredScheme.batch(
                BodyBinding.RAW,
                body -> body.array(""),
                identity(),
                settings.account(Field.json("/portalId"))))
        .sampledBy(
            (event, now) -> event.json(SAMPLE, now).with(TIME, TimeForm.MILLIS.text(now)),
            third::sign)
        .withChangingBodies()
        .redeliversFor(Duration.ofDays(1));
  }

  private static SignedParts third(Secrets secrets, SignedUrl url, Duration tolerance) {
    return SignedParts.base64(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("X-HubSpot-Signature-v3"),
            secrets,
            Part.method(),
            request -> Optional.of(undone(url.of(request)).getBytes(UTF_8)),
            Part.body(),
            Part.header(TIME))
        .at(new SignedTime(Field.header(TIME), TimeForm.MILLIS, tolerance));
  }

  private static boolean isSecond(Message message) {
    return Field.header("X-HubSpot-Signature-Version").in(message).filter("v2"::equals).isPresent();
  }

  private static SignedParts second(Secrets secrets, SignedUrl url) {
    return SignedParts.hex(
        Algorithm.SECRET_THEN_SHA256,
        HeaderPart.whole(OLD),
        secrets,
        Part.method(),
        Part.url(url),
        Part.body());
  }

  private static SignedParts first(Secrets secrets) {
    return SignedParts.hex(
        Algorithm.SECRET_THEN_SHA256, HeaderPart.whole(OLD), secrets, Part.body());
  }

  private static String undone(String url) {
    return ESCAPE
        .matcher(url)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    UNDONE.getOrDefault(escape.group().toUpperCase(Locale.ROOT), escape.group())));
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("portalId", Field.json("/portalId"))
                .maybe("appId", Field.json("/appId"))
                .maybe("subscriptionId", Field.json("/subscriptionId"))
                .with("eventId", Field.json("/eventId"))
                .with("occurredAt", Field.json("/occurredAt")))
        .type(Field.json("/subscriptionType"))
        .object(Field.json("/objectId"))
        .order(Field.json("/occurredAt"))
        .time(Field.json("/occurredAt"));
  }
}
