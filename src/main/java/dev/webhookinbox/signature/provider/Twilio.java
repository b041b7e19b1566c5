package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Digests;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Form;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedUrl;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Twilio signs the URL and the form's fields, sorted and decoded; of a JSON body a hash that stands
 * in the URL's query. Its servers do not agree whether the port belongs to the URL, so both are
 * tried. There is no signed time. The signature under HMAC-SHA1 is the one that is documented for
 * receivers, and the only one looked at.
 *
 * @see <a href="https://www.twilio.com/docs/usage/security">Twilio's page</a>
 */
public final class Twilio implements ProviderProfile {

  private static final Pattern PORT = Pattern.compile("^(https?://[^/?#:]+):[0-9]+");
  private static final Pattern SECURE = Pattern.compile("^(https://[^/?#:]+)(?=[/?#]|$)");
  private static final Pattern PLAIN = Pattern.compile("^(http://[^/?#:]+)(?=[/?#]|$)");

  private static final Pattern BODY_HASH = Pattern.compile("[?&]bodySHA256=([0-9a-fA-F]{64})$");

  private static final Field TOKEN = Field.header("I-Twilio-Idempotency-Token");
  private static final Field STATUS =
      Field.firstOf(
          Field.form("MessageStatus"),
          Field.form("CallStatus"),
          Field.form("SmsStatus"),
          Field.form("EventType"));

  @Override
  public String name() {
    return "twilio";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(KeyForm.text());
    SignedUrl url = settings.signedUrl();
    AccountScope account =
        settings.account(Field.firstOf(Field.form("AccountSid"), Field.json("/AccountSid")));
    List<UnaryOperator<String>> writings =
        List.of(
            UnaryOperator.identity(),
            text -> PORT.matcher(text).replaceFirst("$1"),
            text ->
                PLAIN.matcher(SECURE.matcher(text).replaceFirst("$1:443")).replaceFirst("$1:80"));
    return new DeclaredScheme(
            Verification.anyOf(
                writings.stream().map(writing -> signature(url, writing, secrets)).toList()),
            message -> read(message, account))
        .sampledBy(
            (event, now) ->
                event
                    .request(Form.TYPE, event.filled("EventType={type}&Test={id}", now))
                    .with("I-Twilio-Idempotency-Token", event.id()),
            signature(url, UnaryOperator.identity(), secrets)::sign)
        .redeliversFor(Duration.ofHours(4)); // event streams; the others end within seconds
  }

  private static SignedParts signature(
      SignedUrl url, UnaryOperator<String> writing, Secrets secrets) {
    return SignedParts.base64(
        Algorithm.HMAC_SHA1,
        HeaderPart.whole("X-Twilio-Signature"),
        secrets,
        request -> Optional.of(writing.apply(url.of(request)).getBytes(UTF_8)),
        request -> content(url.of(request), request));
  }

  /**
   * The fields of a form; nothing for another body, if the hash at the end of the URL is the
   * body's: of the URL that is signed, and there alone, since whatever follows could be a form's
   * text.
   */
  private static Optional<byte[]> content(String url, RawRequest request) {
    Matcher hash = BODY_HASH.matcher(url);
    if (hash.find()) {
      return Digests.sha256Hex(request.body()).equalsIgnoreCase(hash.group(1))
          ? Optional.of(new byte[0])
          : Optional.empty();
    }
    return Form.isDeclared(request) || request.body().length == 0
        ? Form.of(request).map(form -> sorted(form).getBytes(UTF_8))
        : Optional.empty();
  }

  /** By name, then by value, and each pair once. */
  private static String sorted(Form form) {
    TreeMap<String, TreeSet<String>> fields = new TreeMap<>();
    form.pairs()
        .forEach(
            pair -> fields.computeIfAbsent(pair.name(), any -> new TreeSet<>()).add(pair.value()));
    StringBuilder text = new StringBuilder();
    fields.forEach((name, values) -> values.forEach(value -> text.append(name).append(value)));
    return text.toString();
  }

  private static Verdict read(Message message, AccountScope account) {
    if (message.document().filter(Document::isArray).isPresent()) {
      return DeclaredScheme.batch(
              BodyBinding.RAW, body -> body.array(""), streamed(), account.fixed())
          .of(message);
    }
    return message.document().isPresent()
        ? DeclaredScheme.event(BodyBinding.RAW, identified(Field.bodyHash()), account).of(message)
        : DeclaredScheme.withProof(
                DeclaredScheme.event(BodyBinding.FIELDS, identified(Twilio::fields), account),
                Twilio::fields)
            .of(message);
  }

  /** By the token, which is not signed: so without it the id counts as not signed either. */
  private static Identity identified(Field otherwise) {
    return named(Identity.unsigned(Field.firstOf(TOKEN, otherwise)));
  }

  /**
   * The signed text, in which names and values are not kept apart: whatever gives the same text is
   * the same event.
   */
  private static Optional<String> fields(Message message) {
    return message
        .form()
        .map(Twilio::sorted)
        .filter(text -> !text.isEmpty())
        .map(text -> "v1:" + Digests.sha256Hex(text.getBytes(UTF_8)));
  }

  private static Identity named(Identity identity) {
    return identity
        .type(STATUS)
        .object(
            Field.firstOf(Field.form("MessageSid"), Field.form("CallSid"), Field.form("SmsSid")))
        .order(Field.form("SequenceNumber"));
  }

  /** The CloudEvents of an event stream. */
  private static Identity streamed() {
    return Identity.signed(Field.json("/id"))
        .type(Field.json("/type"))
        .object(Field.json("/subject"))
        .order(Field.json("/time"))
        .time(Field.json("/time"));
  }
}
