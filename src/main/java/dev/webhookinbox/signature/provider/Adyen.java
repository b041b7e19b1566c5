package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedFields;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Adyen's classic notifications: a batch of items, each with a signature of its own over eight of
 * its fields. The fields are joined by colons and not escaped; only the merchant's reference may
 * hold one, or the same signature would fit other fields. Delivered again for 30 days.
 *
 * @see <a
 *     href="https://docs.adyen.com/development-resources/webhooks/secure-webhooks/verify-hmac-signatures/">Adyen's
 *     page</a>
 */
public final class Adyen implements ProviderProfile {

  private static final String SAMPLE =
      "{'live':'false','notificationItems':[{'NotificationRequestItem':{"
          + "'merchantAccountCode':'inbox-test','pspReference':'{id}','eventCode':'{type}',"
          + "'success':'true','eventDate':'{iso}',"
          + "'additionalData':{'hmacSignature':'{proof}'}}}]}";

  private static final Field ACCOUNT = Field.json("/merchantAccountCode");
  private static final Field REFERENCE = Field.json("/pspReference");
  private static final Field ORIGINAL = Field.json("/originalReference");
  private static final Field CODE = Field.json("/eventCode");
  private static final Field SUCCESS = Field.json("/success");

  @Override
  public String name() {
    return "adyen";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedFields item =
        new SignedFields(
            Algorithm.HMAC_SHA256,
            List.of(Adyen::signedText),
            Field.json("/additionalData/hmacSignature"),
            Encoding.BASE64,
            settings.secrets(KeyForm.encoded(Encoding.HEX)));
    return new DeclaredScheme(
            Verification.ofEach(Adyen::items, item),
            DeclaredScheme.batch(
                BodyBinding.FIELDS, Adyen::items, identity(), settings.account(ACCOUNT)))
        .sampledBy(
            SAMPLE,
            (unsigned, now) ->
                unsigned
                    .document()
                    .flatMap(Adyen::items)
                    .flatMap(all -> item.sign(unsigned.with(all.get(0)), now)))
        .success(Answer.empty(202))
        .redeliversFor(Duration.ofDays(30));
  }

  private static Optional<List<Document>> items(Document body) {
    return body.array("/notificationItems").map(all -> all.stream().map(Adyen::unwrapped).toList());
  }

  private static Document unwrapped(Document item) {
    return item.at("/NotificationRequestItem").orElse(item);
  }

  /** A missing field is an empty one. */
  private static Optional<String> signedText(Message message) {
    String reference = Field.json("/merchantReference").in(message).orElse("");
    List<String> before =
        Stream.of(REFERENCE, ORIGINAL, ACCOUNT).map(it -> it.in(message).orElse("")).toList();
    List<String> after =
        Stream.of(Field.json("/amount/value"), Field.json("/amount/currency"), CODE, SUCCESS)
            .map(it -> it.in(message).orElse(""))
            .toList();
    return Stream.concat(before.stream(), after.stream()).anyMatch(text -> text.contains(":"))
        ? Optional.empty()
        : Optional.of(String.join(":", before) + ":" + reference + ":" + String.join(":", after));
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("merchantAccountCode", ACCOUNT)
                .with("pspReference", REFERENCE)
                .with("eventCode", CODE)
                .maybe("success", SUCCESS)
                .maybe("originalReference", ORIGINAL))
        .type(CODE)
        .object(Field.firstOf(ORIGINAL, REFERENCE))
        .order(Field.json("/eventDate"))
        .time(Field.json("/eventDate"));
  }
}
