package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Echo;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SharedToken;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Microsoft Graph's change notifications show the subscription's {@code clientState}, which is the
 * secret, and sign nothing. A notification without an id and without the version of what changed is
 * a signal; two of those may be equal and both matter. The tokens of rich notifications are not
 * looked at: their content is encrypted for the subscriber.
 *
 * @see <a
 *     href="https://learn.microsoft.com/graph/change-notifications-delivery-webhooks">Microsoft's
 *     page</a>
 */
public final class MicrosoftGraph implements ProviderProfile {

  private static final String SAMPLE =
      "{'value':[{'id':'{id}','subscriptionId':'inbox-test','changeType':'{type}',"
          + "'resource':'inbox-test','clientState':'{proof}'}]}";

  private static final Field SUBSCRIPTION = Field.json("/subscriptionId");
  private static final Field RESOURCE = Field.json("/resource");
  private static final Field CHANGE =
      Field.firstOf(Field.json("/lifecycleEvent"), Field.json("/changeType"));
  private static final Field VERSION = Field.json("/resourceData/@odata.etag");
  private static final Field ID = Field.json("/id");

  @Override
  public String name() {
    return "microsoft-graph";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SharedToken state =
        new SharedToken(Field.json("/clientState"), settings.secrets(KeyForm.token()));
    AccountScope account = settings.account(Field.json("/tenantId"));
    return new DeclaredScheme(
            Verification.ofEach(MicrosoftGraph::items, state), message -> read(message, account))
        .sampledBy(SAMPLE, state::sign)
        .greeting(Set.of(), (message, now) -> validation(message))
        .success(Answer.empty(202))
        .withEqualBytesLegitimate()
        .redeliversFor(Duration.ofHours(4));
  }

  private static Optional<List<Document>> items(Document body) {
    return body.array("/value");
  }

  /** Signals and events are kept by different rules, so a body that holds both is all signals. */
  private static Verdict read(Message message, AccountScope account) {
    boolean hasSignal =
        message.document().flatMap(MicrosoftGraph::items).orElse(List.of()).stream()
            .anyMatch(item -> !isEvent(message.with(item)));
    return DeclaredScheme.batch(
            BodyBinding.NONE, MicrosoftGraph::items, hasSignal ? signal() : event(), account)
        .of(message);
  }

  private static boolean isEvent(Message item) {
    return ID.in(item).isPresent() || VERSION.in(item).isPresent();
  }

  private static Identity event() {
    return named(
        Identity.unsigned(
            Field.firstOf(
                ID,
                DerivedId.version(1)
                    .with("subscriptionId", SUBSCRIPTION)
                    .with("resource", RESOURCE)
                    .with("changeType", CHANGE)
                    .with("etag", VERSION))));
  }

  private static Identity signal() {
    DerivedId place =
        DerivedId.version(1)
            .with("subscriptionId", SUBSCRIPTION)
            .maybe("resource", RESOURCE)
            .with("changeType", CHANGE);
    return named(Identity.unsigned(place)).signalWhere(SUBSCRIPTION);
  }

  private static Identity named(Identity identity) {
    return identity
        .type(CHANGE)
        .object(Field.firstOf(Field.json("/resourceData/id"), RESOURCE, SUBSCRIPTION))
        .order(VERSION);
  }

  private static Optional<Verdict> validation(Message message) {
    return Field.query("validationToken").in(message).flatMap(Echo::of).map(Verdict.Handshake::new);
  }
}
