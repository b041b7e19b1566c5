package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedFields;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Mailgun signs a time and a token and nothing of the event, so the event is a hint. One token is
 * good for one event: the same under another id is a replay. The signed time is in the body, so a
 * redelivery that is signed anew has other bytes. The body may carry a second signature, of the
 * parent account.
 *
 * @see <a
 *     href="https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks">Mailgun's
 *     page</a>
 */
public final class Mailgun implements ProviderProfile {

  private static final String SAMPLE =
      "{'signature':{'timestamp':'{seconds}','token':'{id}','signature':'{proof}'},"
          + "'event-data':{'id':'{id}','event':'{type}','timestamp':{seconds}}}";

  @Override
  public String name() {
    return "mailgun";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets = settings.secrets(KeyForm.text());
    Duration tolerance = settings.tolerance(Duration.ofMinutes(5));
    AccountScope account = settings.account();
    return new OwnOrParents(
        signedAt("/signature", secrets, tolerance, account),
        signedAt("/parent-signature", secrets, tolerance, account));
  }

  private static DeclaredScheme signedAt(
      String place, Secrets secrets, Duration tolerance, AccountScope account) {
    DeclaredScheme.Reading event = DeclaredScheme.document(BodyBinding.FIELDS, identity(), account);
    Field timestamp = Field.json(place + "/timestamp");
    Field token = Field.json(place + "/token");
    SignedFields signature =
        new SignedFields(
            Algorithm.HMAC_SHA256,
            List.of(timestamp, token),
            Field.json(place + "/signature"),
            Encoding.HEX,
            secrets);
    SignedTime time = new SignedTime(timestamp, TimeForm.SECONDS, tolerance);
    return new DeclaredScheme(
            (message, now) ->
                signature.objection(message, now).or(() -> time.objection(message, now)),
            DeclaredScheme.withProof(event, token))
        .sampledBy(SAMPLE, signature::sign)
        .withChangingBodies()
        .redeliversFor(Duration.ofHours(8));
  }

  /** The token beside the signature that was found genuine; the other one anybody can change. */
  private record OwnOrParents(Scheme own, Scheme parents) implements Scheme {

    @Override
    public Verdict judge(RawRequest request, Instant now) {
      Verdict verdict = own.judge(request, now);
      if (!(verdict instanceof Verdict.Rejected)) {
        return verdict;
      }
      Verdict other = parents.judge(request, now);
      return other.equals(new Verdict.Rejected(Verification.NO_SIGNATURE)) ? verdict : other;
    }

    @Override
    public Optional<RawRequest> sample(SampleEvent event, Instant now) {
      return own.sample(event, now);
    }

    @Override
    public boolean bodiesChange() {
      return own.bodiesChange();
    }

    @Override
    public Duration redeliversFor() {
      return own.redeliversFor();
    }
  }

  private static Identity identity() {
    return Identity.unsigned(Field.json("/event-data/id"))
        .type(Field.json("/event-data/event"))
        .object(Field.json("/event-data/message/headers/message-id"))
        .order(Field.json("/event-data/timestamp"))
        .time(Field.json("/event-data/timestamp"));
  }
}
