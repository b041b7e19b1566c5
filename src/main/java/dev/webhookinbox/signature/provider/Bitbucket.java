package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import java.time.Duration;

/**
 * Bitbucket Cloud signs the body and none of the headers. It tries again at once or never, so an
 * outage loses events: compare with its API afterwards.
 *
 * @see <a href="https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/">Atlassian's
 *     page</a>
 */
public final class Bitbucket implements ProviderProfile {

  @Override
  public String name() {
    return "bitbucket";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SignedParts signature =
        SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.after("sha256=", "X-Hub-Signature"),
            settings.secrets(KeyForm.text()),
            Part.body());
    AccountScope account = settings.account(Field.json("/repository/uuid"));
    return new DeclaredScheme(
            signature, DeclaredScheme.document(BodyBinding.RAW, identity(), account))
        .sampledBy(
            (event, now) ->
                event
                    .json(now)
                    .with("X-Request-UUID", event.id())
                    .with("X-Event-Key", event.type()),
            signature::sign)
        .redeliversFor(Duration.ofDays(1));
  }

  private static Identity identity() {
    Field updated =
        Field.firstOf(
            Field.json("/pullrequest/updated_on"),
            Field.json("/issue/updated_on"),
            Field.json("/commit_status/updated_on"));
    return Identity.unsigned(Field.header("X-Request-UUID"))
        .type(Field.header("X-Event-Key"))
        .object(
            Field.firstOf(
                Field.json("/pullrequest/id"),
                Field.json("/issue/id"),
                Field.json("/commit_status/key")))
        .order(updated)
        .time(updated);
  }
}
