package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Discord's webhook events. The secret is the application's public key. Discord sends pings, and
 * wrong signatures on purpose; both have to be answered as they deserve, or it drops the endpoint.
 * Of interactions only the ping is answered: the others need an answer that only their application
 * can give.
 *
 * @see <a href="https://docs.discord.com/developers/events/webhook-events">Discord's page</a>
 */
public final class Discord implements ProviderProfile {

  private static final String TIME = "X-Signature-Timestamp";
  private static final Field TYPE = Field.json("/event/type");
  private static final Field APPLICATION = Field.json("/application_id");
  private static final Field HAPPENED = Field.json("/event/timestamp");

  @Override
  public String name() {
    return "discord";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        new SignedParts(
            Algorithm.ED25519,
            List.of(Part.header(TIME), Part.body()),
            HeaderPart.whole("X-Signature-Ed25519"),
            Encoding.HEX,
            settings
                .toleranceIfSet()
                .map(it -> new SignedTime(Field.header(TIME), TimeForm.SECONDS, it))
                .orElse(null),
            settings.secrets(KeyForm.ed25519(Encoding.HEX)));
    return new DeclaredScheme(
            signature,
            DeclaredScheme.document(BodyBinding.RAW, identity(), settings.account(APPLICATION)))
        .handshake((message, now) -> ping(message))
        .success(Answer.empty(204))
        .redeliversFor(Duration.ofHours(1)); // attempts end after ten minutes
  }

  private static Optional<Verdict> ping(Message message) {
    return switch (Field.json("/type").in(message).orElse("")) {
      case "0" -> Optional.of(new Verdict.Handshake(Answer.empty(204)));
      case "1" ->
          message.document().flatMap(body -> body.at("/event")).isPresent()
              ? Optional.empty()
              : Optional.of(new Verdict.Handshake(Answer.json(200, "{\"type\":1}")));
      default -> Optional.empty();
    };
  }

  private static Identity identity() {
    return Identity.signed(
            DerivedId.version(1)
                .with("application_id", APPLICATION)
                .with("type", TYPE)
                .with("timestamp", HAPPENED)
                .maybe("data", Discord::data))
        .type(TYPE)
        .object(Field.firstOf(Field.json("/event/data/user/id"), Field.json("/event/data/id")))
        .order(HAPPENED)
        .time(HAPPENED);
  }

  private static Optional<String> data(Message message) {
    return message.document().flatMap(body -> body.at("/event/data")).map(Document::json);
  }
}
