package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Answer;
import dev.webhookinbox.signature.BodyBinding;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.ProviderProfile;
import dev.webhookinbox.signature.RemoteFetch;
import dev.webhookinbox.signature.Scheme;
import dev.webhookinbox.signature.SignedFields;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.io.IOException;
import java.net.URI;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Amazon SNS. Every customer's topic is signed by the same certificates, so the topics are pinned:
 * {@code sns.topics} holds their ARNs. A subscription to one of them is confirmed only if {@code
 * sns.confirm} names it too. Listed fields are signed, not the body.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html">Amazon's
 *     page</a>
 */
public final class AwsSns implements ProviderProfile {

  private static final String HOST = "https://sns\\.[a-zA-Z0-9-]{3,30}\\.amazonaws\\.com(\\.cn)?/";
  private static final Pattern ARN =
      Pattern.compile("arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_.-]{1,256}");
  private static final Pattern SUBSCRIBE =
      Pattern.compile(HOST + "\\?Action=ConfirmSubscription&[A-Za-z0-9&=%:._-]{1,1000}");
  private static final List<String> NOTIFICATION =
      List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type");
  private static final List<String> CONFIRMATION =
      List.of("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");
  private static final Field TYPE = Field.json("/Type");
  private static final Field TOPIC = Field.json("/TopicArn");

  @Override
  public String name() {
    return "aws-sns";
  }

  @Override
  public Scheme scheme(SourceSettings settings) {
    List<String> topics = topics("sns.topics", settings);
    if (topics.isEmpty()) {
      settings.fault(
          "sns.topics",
          "is missing",
          "name the topics' ARNs: every customer's topic has a valid signature");
    }
    List<String> confirmed = topics("sns.confirm", settings);
    if (!topics.containsAll(confirmed)) {
      settings.fault("sns.confirm", "names a topic that sns.topics does not", "name it in both");
    }
    return new DeclaredScheme(
            verification(settings, topics),
            DeclaredScheme.document(BodyBinding.FIELDS, identity(), settings.account(TOPIC)))
        .handshake((message, now) -> subscription(message, confirmed, settings.remote()))
        .redeliversFor(Duration.ofHours(2)); // a policy may spread attempts over one hour
  }

  private static List<String> topics(String key, SourceSettings settings) {
    List<String> topics = settings.list(key);
    if (!topics.stream().allMatch(topic -> ARN.matcher(topic).matches())) {
      settings.fault(key, "holds what is no topic's ARN", "give arn:aws:sns:REGION:ACCOUNT:NAME");
    }
    return topics;
  }

  private static Verification verification(SourceSettings settings, List<String> topics) {
    Field place = Field.json("/Timestamp");
    Optional<SignedTime> time =
        settings.toleranceIfSet().map(tolerance -> new SignedTime(place, TimeForm.ISO, tolerance));
    CertificateSigned signature =
        new CertificateSigned(
            Pattern.compile(HOST + "SimpleNotificationService-[0-9a-zA-Z-]{1,100}\\.pem"),
            Pattern.compile("sns(\\.[a-z0-9-]+)?\\.amazonaws\\.com(\\.cn)?"),
            settings.remote());
    return (message, now) -> {
      Optional<Verdict> objection = objection(message, now, topics, signature);
      return objection.isPresent() || time.isEmpty()
          ? objection
          : time.get().objection(message, now);
    };
  }

  private static Optional<Verdict> objection(
      Message message, Instant now, List<String> topics, CertificateSigned signature) {
    Optional<String> certificate = Field.json("/SigningCertURL").in(message);
    Optional<Algorithm> algorithm =
        Field.json("/SignatureVersion").in(message).flatMap(AwsSns::algorithm);
    if (certificate.isEmpty() || algorithm.isEmpty()) {
      return Verification.rejected("signature absent or malformed");
    }
    if (TOPIC.in(message).filter(topics::contains).isEmpty()) {
      return Verification.rejected("not a topic of this source");
    }
    return signature.objection(
        certificate.get(), message, now, key -> signed(algorithm.get(), key));
  }

  private static Optional<Algorithm> algorithm(String version) {
    return switch (version) {
      case "1" -> Optional.of(Algorithm.RSA_SHA1);
      case "2" -> Optional.of(Algorithm.RSA_SHA256);
      default -> Optional.empty();
    };
  }

  private static SignedFields signed(Algorithm algorithm, Key key) {
    return new SignedFields(
        algorithm,
        List.of(AwsSns::signedText),
        Field.json("/Signature"),
        Encoding.BASE64,
        now -> List.of(key));
  }

  private static Optional<String> signedText(Message message) {
    List<String> names =
        TYPE.in(message).filter("Notification"::equals).isPresent() ? NOTIFICATION : CONFIRMATION;
    return hasLineEnds(message, names)
        ? Optional.empty()
        : Optional.of(
            names.stream()
                .flatMap(
                    name ->
                        Field.json("/" + name)
                            .in(message)
                            .map(value -> name + "\n" + value + "\n")
                            .stream())
                .collect(Collectors.joining()));
  }

  /** In any field but the first one they would let lines move to its neighbours. */
  private static boolean hasLineEnds(Message message, List<String> names) {
    return names.stream()
        .filter(name -> !name.equals("Message"))
        .flatMap(name -> Field.json("/" + name).in(message).stream())
        .anyMatch(value -> value.indexOf('\n') >= 0 || value.indexOf('\r') >= 0);
  }

  private static Identity identity() {
    return Identity.signed(Field.json("/MessageId"))
        .type(TYPE)
        .order(Field.json("/Timestamp"))
        .time(Field.json("/Timestamp"));
  }

  /** Whatever is no notification is about the subscription, and no event. */
  private static Optional<Verdict> subscription(
      Message message, List<String> confirmed, RemoteFetch remote) {
    String type = TYPE.in(message).orElse("");
    if (type.equals("Notification")) {
      return Optional.empty();
    }
    boolean isWanted =
        type.equals("SubscriptionConfirmation")
            && TOPIC.in(message).filter(confirmed::contains).isPresent();
    return Optional.of(
        isWanted
            ? new Verdict.Handshake(Answer.empty(200), () -> confirm(message, remote))
            : new Verdict.Handshake(Answer.empty(200)));
  }

  private static boolean confirm(Message message, RemoteFetch remote) {
    Optional<String> url =
        Field.json("/SubscribeURL").in(message).filter(text -> SUBSCRIBE.matcher(text).matches());
    try {
      return url.isPresent() && remote.get(URI.create(url.get())).isOk();
    } catch (IOException e) {
      return false;
    }
  }
}
