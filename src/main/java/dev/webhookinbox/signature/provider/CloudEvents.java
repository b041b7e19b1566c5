package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.DerivedId;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SharedToken;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.Verdict;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * CloudEvents over HTTP, one event in the binary or the structured mode, or a batch. The sender
 * shows a token; nothing is signed. A sender that asks for permission gets it.
 *
 * @see <a href="https://github.com/cloudevents/spec/blob/main/cloudevents/http-webhook.md">the
 *     specification</a>
 */
public final class CloudEvents implements ProviderProfile {

  private static final Pattern ORIGIN = Pattern.compile("[A-Za-z0-9.:-]{1,253}");
  private static final String BEARER = "Bearer ";
  private static final String SAMPLE =
      "{'specversion':'1.0','id':'{id}','source':'inbox-test','type':'{type}','time':'{iso}'}";

  @Override
  public String name() {
    return "cloudevents";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    SharedToken token =
        new SharedToken(
            Field.firstOf(CloudEvents::bearer, Field.query("access_token")),
            settings.secrets(KeyForm.token()));
    AccountScope account = settings.account(attribute("source"));
    DeclaredScheme.Reading one = DeclaredScheme.event(BodyBinding.NONE, identity(), account);
    DeclaredScheme.Reading batch =
        DeclaredScheme.batch(BodyBinding.NONE, body -> body.array(""), identity(), account);
    return new DeclaredScheme(token, message -> (isBatch(message) ? batch : one).of(message))
        .sampledBy(
            (event, now) ->
                event
                    .json(SAMPLE, now)
                    .with("Content-Type", "application/cloudevents+json")
                    .with("Authorization", BEARER + SampleEvent.PROOF),
            token::sign)
        .greeting(Set.of("OPTIONS"), (message, now) -> permission(message))
        .withEqualBytesLegitimate();
  }

  private static Optional<String> bearer(Message message) {
    return Field.header("Authorization")
        .in(message)
        .filter(text -> text.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(text -> text.substring(BEARER.length()).strip());
  }

  private static boolean isBatch(Message message) {
    return contentType(message).startsWith("application/cloudevents-batch");
  }

  private static String contentType(Message message) {
    return Field.header("Content-Type").in(message).orElse("").strip().toLowerCase(Locale.ROOT);
  }

  /** In a header in the binary mode, else in the document; never from the data in the body. */
  private static Field attribute(String name) {
    Field header = Field.header("ce-" + name);
    Field member = Field.json("/" + name);
    return message ->
        (contentType(message).startsWith("application/cloudevents") ? member : header).in(message);
  }

  private static Identity identity() {
    return Identity.unsigned(
            DerivedId.version(1).with("source", attribute("source")).with("id", attribute("id")))
        .type(attribute("type"))
        .object(attribute("subject"))
        .order(Field.firstOf(attribute("sequence"), attribute("time")))
        .time(attribute("time"));
  }

  private static Optional<Verdict> permission(Message message) {
    if (!message.request().method().equals("OPTIONS")) {
      return Optional.empty();
    }
    return Field.header("WebHook-Request-Origin")
        .in(message)
        .filter(origin -> ORIGIN.matcher(origin).matches())
        .map(
            origin ->
                new Answer(
                    200,
                    null,
                    "",
                    Map.of(
                        "Allow", "POST",
                        "WebHook-Allowed-Origin", origin,
                        "WebHook-Allowed-Rate", "*")))
        .map(Verdict.Handshake::new);
  }
}
