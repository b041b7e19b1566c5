package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
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
        .redeliversFor(Duration.ofHours(4)); // event streams; the others end within seconds
  }

  private static SignedParts signature(
      SignedUrl url, UnaryOperator<String> writing, Secrets secrets) {
    return SignedParts.base64(
        Algorithm.HMAC_SHA1,
        HeaderPart.whole("X-Twilio-Signature"),
        secrets,
        request -> Optional.of(writing.apply(url.of(request)).getBytes(UTF_8)),
        Twilio::content);
  }

  /** The fields of a form; nothing for another body, if the hash in the query is the body's. */
  private static Optional<byte[]> content(RawRequest request) {
    Optional<String> hash = Form.query(request).flatMap(query -> query.only("bodySHA256"));
    if (hash.isPresent()) {
      return hash.filter(Digests.sha256Hex(request.body())::equalsIgnoreCase)
          .map(it -> new byte[0]);
    }
    return Form.isDeclared(request) || request.body().length == 0
        ? Form.of(request).map(Twilio::sorted)
        : Optional.empty();
  }

  /** By name, then by value, and each pair once. */
  private static byte[] sorted(Form form) {
    TreeMap<String, TreeSet<String>> fields = new TreeMap<>();
    form.pairs()
        .forEach(
            pair -> fields.computeIfAbsent(pair.name(), any -> new TreeSet<>()).add(pair.value()));
    StringBuilder text = new StringBuilder();
    fields.forEach((name, values) -> values.forEach(value -> text.append(name).append(value)));
    return text.toString().getBytes(UTF_8);
  }

  private static Verdict read(Message message, AccountScope account) {
    if (message.document().filter(Document::isArray).isPresent()) {
      return DeclaredScheme.batch(
              BodyBinding.RAW, body -> body.array(""), streamed(), account.fixed())
          .of(message);
    }
    boolean isForm = message.document().isEmpty();
    Identity identity =
        TOKEN.in(message).isPresent()
            ? Identity.unsigned(TOKEN)
            : Identity.signed(isForm ? Twilio::fields : Field.bodyHash());
    return DeclaredScheme.event(
            isForm ? BodyBinding.FIELDS : BodyBinding.RAW, named(identity), account)
        .of(message);
  }

  /** Two forms with the same fields are the same event. */
  private static Optional<String> fields(Message message) {
    Form form = message.form().orElse(new Form(List.of()));
    DerivedId id = DerivedId.version(1);
    for (Form.Pair pair : form.pairs()) {
      id = id.with(pair.name(), Field.text(pair.value()));
    }
    return form.pairs().isEmpty() ? Optional.empty() : id.in(message);
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
