package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SharedToken;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * GitLab, by its signing token (Standard Webhooks, a secret that starts with {@code whsec_}) or by
 * the older secret token, which proves nothing of the body. Where a signing token is configured a
 * request that is signed has to pass it; no request is tried by both.
 *
 * @see <a href="https://docs.gitlab.com/user/project/integrations/webhooks/">GitLab's page</a>
 */
public final class GitLab implements ProviderProfile {

  private static final String SIGNING = "whsec_";

  @Override
  public String name() {
    return "gitlab";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    Secrets secrets =
        settings.secrets(
            secret ->
                (secret.startsWith(SIGNING) ? KeyForm.whsec() : KeyForm.token()).read(secret));
    AccountScope account =
        settings.account(
            Field.firstOf(
                Field.json("/project/id"), Field.json("/project_id"), Field.json("/group_id")));
    Secrets signing = secrets.where(key -> !SharedToken.isToken(key));
    return new ByKindOfSecret(
        signing,
        signed(
                StandardSignature.of(
                    "webhook-", signing, settings.tolerance(Duration.ofMinutes(5))),
                account)
            .sampledBy(
                StandardSignature.sampling("webhook-", "object_kind"),
                StandardSignature.signing("webhook-", signing)),
        shown(
            new SharedToken(Field.header("X-Gitlab-Token"), secrets.where(SharedToken::isToken)),
            account));
  }

  private static DeclaredScheme signed(Verification verification, AccountScope account) {
    Identity identity = named(Identity.signed(Field.header("webhook-id")));
    return new DeclaredScheme(
        verification, DeclaredScheme.document(BodyBinding.RAW, identity, account));
  }

  /** Before 17.4 there is no key of a delivery: then equal bytes are the same event. */
  private static DeclaredScheme shown(SharedToken token, AccountScope account) {
    Field id = Field.firstOf(Field.header("Idempotency-Key"), Field.bodyHash());
    return new DeclaredScheme(
            token, DeclaredScheme.document(BodyBinding.NONE, named(Identity.unsigned(id)), account))
        .sampledBy(
            (event, now) ->
                event
                    .json("{'object_kind':'{type}','test':'{id}'}", now)
                    .with("Idempotency-Key", event.id())
                    .with("X-Gitlab-Token", SampleEvent.PROOF),
            token::sign);
  }

  private static Identity named(Identity identity) {
    return identity
        .type(
            Field.joined(
                ".",
                Field.firstOf(Field.json("/object_kind"), Field.json("/event_name")),
                Field.json("/object_attributes/action")))
        .object(Field.firstOf(Field.json("/object_attributes/id"), Field.json("/ref")))
        .order(Field.json("/object_attributes/updated_at"))
        .time(Field.json("/object_attributes/updated_at"));
  }

  private record ByKindOfSecret(Secrets signing, Scheme signed, Scheme shown) implements Scheme {

    @Override
    public Verdict judge(RawRequest request, Instant now) {
      boolean isSigned =
          !request.headers().all("webhook-signature").isEmpty() && !signing.active(now).isEmpty();
      return (isSigned ? signed : shown).judge(request, now);
    }

    @Override
    public Optional<RawRequest> sample(SampleEvent event, Instant now) {
      return signed.sample(event, now).or(() -> shown.sample(event, now));
    }
  }
}
