package dev.webhookinbox.signature;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** How the vectors' names, secrets and headers map to profiles and their configuration. */
final class Profiles {

  /** The vectors' names of providers, where the profile's name is another. */
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("standardwebhooks", "standard-webhooks"),
          Map.entry("standardwebhooks-v1a", "standard-webhooks"),
          Map.entry("gitlab-signing", "gitlab"),
          Map.entry("gitlab-token", "gitlab"),
          Map.entry("hubspot-v1", "hubspot"),
          Map.entry("hubspot-v2", "hubspot"),
          Map.entry("hubspot-v3", "hubspot"),
          Map.entry("mollie-nextgen", "mollie"),
          Map.entry("braintree-challenge", "braintree"),
          Map.entry("sns", "aws-sns"));

  /** Parts of the names of headers that are signed or hold the signature. */
  private static final List<String> SIGNED =
      List.of(
          "signature",
          "webhook-",
          "svix-",
          "hmac",
          "timestamp",
          "transmission",
          "cert-url",
          "auth-algo",
          "gitlab-token",
          "verification");

  private static final List<String> UNSIGNED =
      List.of(
          "x-hubspot-signature-version",
          "shopify-webhook-id",
          "x-zendesk-webhook-invocation-id",
          "x-gitlab-webhook-uuid");

  /** What bears no signature over its body, or one over a few fields or the values alone. */
  private static final Set<String> LOOSE =
      Set.of(
          "gitlab-token",
          "mailgun",
          "adyen",
          "sns",
          "twilio",
          "braintree",
          "braintree-challenge",
          "paypal");

  private Profiles() {}

  static Stream<Vector> vectors() {
    return Vector.all().stream();
  }

  static String name(Vector vector) {
    return NAMES.getOrDefault(vector.provider(), vector.provider());
  }

  static Source source(Vector vector) {
    return given(vector, secret(vector)).source();
  }

  /** Another secret of the same form; of SNS, which has none, the same source. */
  static Source sourceWithAnotherSecret(Vector vector) {
    return given(vector, anotherSecret(vector)).source();
  }

  private static Given given(Vector vector, String secret) {
    Given given = Given.provider(name(vector));
    vector.tolerance().ifPresent(tolerance -> given.with("tolerance", tolerance));
    return switch (vector.provider()) {
      case "sns" ->
          given
              .with("sns.topics", topics(vector, secret))
              .remote(Published.of(vector.secretJson().getString("cert_pem")));
      case "paypal" ->
          given
              .secret(secret)
              .with("paypal.sandbox", "true")
              .remote(Published.of(vector.secretJson().getString("cert_pem")));
      case "plaid" -> given.secret(secret).remote(Published.of(plaidKey(vector)));
      default -> given.secret(secret);
    };
  }

  private static String topics(Vector vector, String secret) {
    return secret.startsWith("arn:")
        ? secret
        : Document.of(vector.body()).flatMap(body -> body.text("/TopicArn")).orElseThrow();
  }

  private static String plaidKey(Vector vector) {
    return Json.createObjectBuilder().add("key", vector.secretJson()).build().toString();
  }

  private static String secret(Vector vector) {
    return switch (vector.provider()) {
      case "paypal" -> vector.secretJson().getString("webhook_id");
      case "plaid" -> "client:secret";
      case "sns" -> "";
      case "braintree", "braintree-challenge" -> keys(vector.secretJson());
      default -> vector.secret();
    };
  }

  private static String keys(JsonObject secret) {
    return secret.getString("public_key") + ":" + secret.getString("private_key");
  }

  private static String anotherSecret(Vector vector) {
    return switch (vector.provider()) {
      case "adyen", "adyen-platform" -> "00".repeat(32);
      case "discord" -> "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
      case "sendgrid" -> anotherCurveKey();
      case "sns" -> "arn:aws:sns:eu-west-1:000000000000:another";
      case "braintree", "braintree-challenge" ->
          vector.secretJson().getString("public_key") + ":another";
      case "plaid" -> "another:secret";
      default -> "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    };
  }

  private static String anotherCurveKey() {
    return Base64.getEncoder().encodeToString(Signing.curveKeys().getPublic().getEncoded());
  }

  static boolean isSigned(String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    return SIGNED.stream().anyMatch(lower::contains)
        && UNSIGNED.stream().noneMatch(lower::endsWith);
  }

  static boolean bindsBody(Vector vector) {
    return !LOOSE.contains(vector.provider());
  }
}
