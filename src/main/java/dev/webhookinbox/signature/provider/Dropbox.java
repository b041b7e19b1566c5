package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Echo;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dropbox only says which accounts changed, again and again with the same bytes: each account is a
 * signal to ask for its changes. The endpoint is checked by a challenge.
 *
 * @see <a href="https://www.dropbox.com/developers/reference/webhooks">Dropbox's page</a>
 */
public final class Dropbox implements ProviderProfile {

  private static final Field ACCOUNT = Field.json("");

  @Override
  public String name() {
    return "dropbox";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.whole("X-Dropbox-Signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    Identity identity =
        Identity.signed(ACCOUNT)
            .type(Field.text("list_folder"))
            .object(ACCOUNT)
            .signalWhere(ACCOUNT);
    return new DeclaredScheme(
            signature,
            DeclaredScheme.batch(
                BodyBinding.RAW, Dropbox::accounts, identity, settings.account(ACCOUNT)))
        .greeting(Set.of("GET"), (message, now) -> challenge(message))
        .withEqualBytesLegitimate()
        .redeliversFor(Duration.ofHours(1)); // attempts end after about ten minutes
  }

  /** A person's accounts, and the members of a team. */
  private static Optional<List<Document>> accounts(Document body) {
    return body.at("/list_folder").filter(folders -> !folders.hasTooMany()).map(Dropbox::changed);
  }

  private static List<Document> changed(Document folders) {
    Optional<Document> teams = folders.at("/teams");
    Stream<Document> members =
        teams.stream()
            .flatMap(all -> all.names().stream().flatMap(name -> all.member(name).stream()))
            .flatMap(team -> team.items("").stream());
    return Stream.concat(folders.items("/accounts").stream(), members).toList();
  }

  private static Optional<Verdict> challenge(Message message) {
    return message.request().method().equals("GET")
        ? Field.query("challenge").in(message).flatMap(Echo::of).map(Verdict.Handshake::new)
        : Optional.empty();
  }
}
