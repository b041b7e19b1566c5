package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Echo;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Form;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Slack's events, slash commands and interactions. Events have an id; the two others, which come as
 * forms and are never sent again, have a trigger's.
 *
 * @see <a href="https://docs.slack.dev/authentication/verifying-requests-from-slack">Slack's
 *     page</a>
 */
public final class Slack implements ProviderProfile {

  private static final String TIME = "X-Slack-Request-Timestamp";
  private static final String SAMPLE =
      "{'type':'event_callback','event_id':'{id}','event_time':{seconds},'event':{'type':'{type}'}}";

  private static final Field INSTALLATION =
      Field.firstOf(
          Field.json("/team_id"),
          Field.json("/enterprise_id"),
          Field.json("/team/id"),
          Field.json("/user/team_id"),
          Field.form("team_id"),
          Field.form("enterprise_id"));

  @Override
  public String name() {
    return "slack";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    AccountScope account = settings.account(INSTALLATION);
    DeclaredScheme.Reading event = DeclaredScheme.document(BodyBinding.RAW, event(), account);
    DeclaredScheme.Reading form = DeclaredScheme.event(BodyBinding.RAW, form(), account);
    SignedParts signature = VersionedTime.of("v0", "X-Slack-Signature", TIME, settings);
    return new DeclaredScheme(
            signature,
            message -> Form.isMeant(message) ? form.of(Form.payload(message)) : event.of(message))
        .sampledBy(
            (sample, now) -> sample.json(SAMPLE, now).with(TIME, TimeForm.SECONDS.text(now)),
            signature::sign)
        .handshake((message, now) -> challenge(message))
        .redeliversFor(Duration.ofDays(1)); // hourly for a day where an app asked for it
  }

  private static Identity event() {
    return Identity.signed(Field.firstOf(Field.json("/event_id"), rateLimited()))
        .type(Field.firstOf(Field.json("/event/type"), Field.json("/type")))
        .object(Field.joined(":", Field.json("/event/channel"), Field.json("/event/ts")))
        .order(Field.firstOf(Field.json("/event/event_ts"), Field.json("/event_time")))
        .time(Field.firstOf(Field.json("/event_time"), Field.json("/minute_rate_limited")));
  }

  /** The one message of the Events API without an id. */
  private static Field rateLimited() {
    return DerivedId.version(1)
        .with("minute_rate_limited", Field.json("/minute_rate_limited"))
        .maybe("team_id", Field.json("/team_id"))
        .maybe("api_app_id", Field.json("/api_app_id"));
  }

  private static Identity form() {
    return Identity.signed(
            Field.firstOf(Field.json("/trigger_id"), Field.form("trigger_id"), Field.bodyHash()))
        .type(Field.firstOf(Field.json("/type"), Field.form("command")));
  }

  /** Never what bears an event, in which anybody may have written these words. */
  private static boolean isCertificateCheck(Message message) {
    return Form.isMeant(message)
        && Field.form("ssl_check").in(message).filter("1"::equals).isPresent()
        && Stream.of("command", "payload", "trigger_id")
            .allMatch(name -> Field.form(name).in(message).isEmpty());
  }

  private static Optional<Verdict> challenge(Message message) {
    if (isCertificateCheck(message)) {
      return Optional.of(new Verdict.Handshake(Answer.empty(200)));
    }
    return Field.json("/type")
        .in(message)
        .filter("url_verification"::equals)
        .flatMap(type -> Field.json("/challenge").in(message))
        .flatMap(Echo::of)
        .map(Verdict.Handshake::new);
  }
}
