package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Form;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * GitHub signs the body and none of the headers, so neither the delivery's id nor the event's name
 * is proven. It sends no event again by itself; people and the API do, for three days, with the
 * same id. The legacy SHA-1 header is not looked at.
 *
 * @see <a
 *     href="https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries">GitHub's
 *     page</a>
 */
public final class GitHub implements ProviderProfile {

  private static final Field EVENT = Field.header("X-GitHub-Event");

  @Override
  public String name() {
    return "github";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.after("sha256=", "X-Hub-Signature-256"),
            settings.secrets(KeyForm.text()),
            Part.body());
    DeclaredScheme.Reading event =
        DeclaredScheme.document(BodyBinding.RAW, identity(), account(settings));
    return new DeclaredScheme(signature, message -> event.of(Form.payload(message)))
        .sampledBy(
            (sample, now) ->
                sample
                    .json(now)
                    .with("X-GitHub-Event", sample.type())
                    .with("X-GitHub-Delivery", sample.id()),
            signature::sign)
        .handshake(DeclaredScheme.answering(GitHub::isPing, Answer.empty(200)))
        .redeliversFor(Duration.ofDays(3));
  }

  private static AccountScope account(SourceSettings settings) {
    return settings.account(
        Field.firstOf(
            Field.json("/repository/id"),
            Field.json("/organization/id"),
            Field.json("/installation/id")));
  }

  /** The object is the member that bears the event's own name, such as {@code pull_request}. */
  private static Identity identity() {
    return Identity.unsigned(Field.header("X-GitHub-Delivery"))
        .type(Field.joined(".", EVENT, Field.json("/action")))
        .object(Field.firstOf(GitHub::subject, Field.json("/ref")))
        .order(GitHub::updated)
        .time(GitHub::updated);
  }

  private static Optional<String> subject(Message message) {
    return member(message).flatMap(member -> member.text("/id"));
  }

  private static Optional<String> updated(Message message) {
    return member(message).flatMap(member -> member.text("/updated_at"));
  }

  private static Optional<Document> member(Message message) {
    return EVENT
        .in(message)
        .map(event -> event.equals("issues") ? "issue" : event)
        .flatMap(name -> message.document().flatMap(body -> body.member(name)));
  }

  private static boolean isPing(Message message) {
    return EVENT.in(message).filter("ping"::equals).isPresent();
  }
}
