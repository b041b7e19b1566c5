package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Sender.Trait.LOOSE;
import static dev.webhookinbox.signature.Sender.Trait.NO_SECRET;
import static dev.webhookinbox.signature.Sender.Trait.SIGNAL;
import static dev.webhookinbox.signature.Sender.Trait.SIGNS_TIME;
import static dev.webhookinbox.signature.Sender.Trait.SIGNS_URL;
import static dev.webhookinbox.signature.Signing.base64;
import static dev.webhookinbox.signature.Signing.hex;
import static dev.webhookinbox.signature.Signing.hmac;
import static dev.webhookinbox.signature.Signing.sign;
import static dev.webhookinbox.signature.Signing.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** Every provider's ways of sending. */
final class Senders {

  private static final String SECRET = "a-shared-secret";
  private static final String OTHER = "another-secret";
  private static final String WHSEC = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER_WHSEC = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final String URL = "https://hooks.example.com/in";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:orders";

  private Senders() {}

  private static final List<Sender> ALL = all();

  static List<Sender> list() {
    return ALL;
  }

  private static List<Sender> all() {
    return everyWay().stream().map(Senders::withSigner).toList();
  }

  private static Sender withSigner(Sender sender) {
    return switch (sender.name()) {
      case "stripe" ->
          sender.signing(body -> Given.post(Signing.stripe("whsec_a", Signing.TIME, body), body));
      case "slack" ->
          sender.signing(
              body ->
                  Given.post(
                      versioned(
                          "X-Slack-Signature", "X-Slack-Request-Timestamp", Signing.NOW, body),
                      body));
      case "slack command" ->
          sender.signing(body -> slack(Signing.NOW, FORM, new String(body, UTF_8)));
      case "zoom" ->
          sender.signing(
              body ->
                  Given.post(
                      versioned("x-zm-signature", "x-zm-request-timestamp", Signing.NOW, body),
                      body));
      case "square" ->
          sender.signing(
              body ->
                  Given.request(
                      "POST",
                      URL,
                      Given.headers(
                          "x-square-hmacsha256-signature", base64(SECRET, utf8(URL), body)),
                      body));
      case "hubspot v1" ->
          sender.signing(
              body ->
                  Given.post(
                      Given.headers(
                          "X-HubSpot-Signature", digits(digest("SHA-256", utf8(SECRET), body))),
                      body));
      case "braintree" -> sender.signing(body -> braintree(new String(body, UTF_8)));
      case "microsoft-graph" ->
          sender.signing(
              body ->
                  Given.post(
                      Map.of(),
                      "{\"value\":[{\"clientState\":\""
                          + SECRET
                          + "\","
                          + new String(body, UTF_8)
                          + "}]}"));
      case "cloudevents batch" ->
          sender.signing(
              body ->
                  Given.post(
                      Given.headers(
                          "Authorization",
                          "Bearer " + SECRET,
                          "Content-Type",
                          "application/cloudevents-batch+json"),
                      body));
      default -> sender;
    };
  }

  private static List<Sender> everyWay() {
    List<Sender> all = new ArrayList<>();
    all.addAll(standard());
    all.addAll(bodies());
    all.addAll(timed());
    all.addAll(slackAndZoom());
    all.addAll(urls());
    all.addAll(fields());
    all.addAll(batches());
    all.addAll(openKeys());
    all.addAll(tokens());
    return all;
  }

  // --- Standard Webhooks and its kin

  private static List<Sender> standard() {
    KeyPair keys = Signing.keys("Ed25519");
    return List.of(
        Sender.of(
            "standard-webhooks",
            given("standard-webhooks", WHSEC),
            given("standard-webhooks", OTHER_WHSEC),
            (change, at, attempt) -> standard("webhook-", change, at),
            SIGNS_TIME),
        Sender.of(
            "standard-webhooks v1a",
            given("standard-webhooks", openKey(keys)),
            given("standard-webhooks", openKey(Signing.keys("Ed25519"))),
            (change, at, attempt) -> standardOpen(keys, change, at),
            SIGNS_TIME),
        Sender.of(
            "svix",
            given("svix", WHSEC),
            given("svix", OTHER_WHSEC),
            (change, at, attempt) -> standard("svix-", change, at),
            SIGNS_TIME),
        Sender.of(
            "gitlab signed",
            given("gitlab", WHSEC),
            given("gitlab", OTHER_WHSEC),
            (change, at, attempt) -> standard("webhook-", change, at),
            SIGNS_TIME));
  }

  private static RawRequest standard(String prefix, int change, Instant at) {
    byte[] body =
        utf8(
            "{\"type\":\"x\",\"object_kind\":\"push\",\"data\":{\"id\":\"o\",\"n\":"
                + change
                + "}}");
    Map<String, String> headers = new TreeMap<>();
    Signing.standard(WHSEC, "msg_" + change, seconds(at), body)
        .forEach((name, value) -> headers.put(name.replace("webhook-", prefix), value));
    return Given.post(headers, body);
  }

  private static RawRequest standardOpen(KeyPair keys, int change, Instant at) {
    byte[] body = utf8("{\"type\":\"x\",\"data\":{\"id\":\"o\",\"n\":" + change + "}}");
    String id = "msg_" + change;
    byte[] signature = sign("Ed25519", keys.getPrivate(), utf8(id + "." + seconds(at) + "."), body);
    return Given.post(
        Given.headers(
            "webhook-id",
            id,
            "webhook-timestamp",
            seconds(at),
            "webhook-signature",
            "v1a," + Base64.getEncoder().encodeToString(signature)),
        body);
  }

  // --- an HMAC over the body

  private static List<Sender> bodies() {
    return List.of(
        body(
            "github",
            "{\"action\":\"edited\",\"issue\":{\"id\":7,\"updated_at\":\"2026-01-01T00:00:0%1$dZ\"}}",
            (change, body) ->
                Given.headers(
                    "X-GitHub-Event", "issues",
                    "X-GitHub-Delivery", "guid-" + change,
                    "X-Hub-Signature-256", "sha256=" + hex(SECRET, body))),
        body(
            "bitbucket",
            "{\"pullrequest\":{\"id\":7,\"updated_on\":\"2026-01-01T00:00:0%1$dZ\"}}",
            (change, body) ->
                Given.headers(
                    "X-Event-Key", "pullrequest:updated",
                    "X-Request-UUID", "uuid-" + change,
                    "X-Hub-Signature", "sha256=" + hex(SECRET, body))),
        body(
            "shopify",
            "{\"id\":7,\"updated_at\":\"2026-01-01T00:00:0%1$dZ\"}",
            (change, body) ->
                Given.headers(
                    "X-Shopify-Topic",
                    "products/update",
                    "X-Shopify-Webhook-Id",
                    "id-" + change,
                    "X-Shopify-Hmac-Sha256",
                    base64(SECRET, body))),
        body(
            "razorpay",
            "{\"event\":\"payment.captured\",\"contains\":[\"payment\"],"
                + "\"payload\":{\"payment\":{\"entity\":{\"id\":\"pay_1\",\"n\":%1$d}}}}",
            (change, body) ->
                Given.headers(
                    "x-razorpay-event-id",
                    "ev-" + change,
                    "X-Razorpay-Signature",
                    hex(SECRET, body))),
        body(
            "typeform",
            "{\"event_id\":\"e%1$d\",\"event_type\":\"form_response\",\"form_response\":{\"token\":\"t\"}}",
            (change, body) ->
                Given.headers("Typeform-Signature", "sha256=" + base64(SECRET, body))),
        body(
            "mollie",
            "{\"id\":\"whe_%1$d\",\"type\":\"payment-link.paid\",\"entityId\":\"pl_1\"}",
            (change, body) ->
                Given.headers(
                    "X-Mollie-Signature",
                    "sha256=" + hex(OTHER, body) + ", sha256=" + hex(SECRET, body))),
        body(
            "pagerduty",
            "{\"event\":{\"id\":\"01%1$d\",\"event_type\":\"incident.acknowledged\",\"data\":{\"id\":\"P1\"}}}",
            (change, body) ->
                Given.headers(
                    "X-PagerDuty-Signature",
                    "v1=" + hex(OTHER, body) + ",v1=" + hex(SECRET, body))),
        Sender.of(
            "intercom",
            given("intercom", SECRET),
            given("intercom", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"id\":\"notif_"
                          + change
                          + "\",\"app_id\":\"a\",\"topic\":\"contact.created\","
                          + "\"delivery_attempts\":"
                          + attempt
                          + ",\"data\":{\"item\":{\"id\":\"1\"}}}");
              return Given.post(
                  Given.headers(
                      "X-Hub-Signature", "sha1=" + digits(hmac("SHA1", utf8(SECRET), body))),
                  body);
            }),
        Sender.of(
            "adyen-platform",
            given("adyen-platform", hexKey(SECRET)),
            given("adyen-platform", hexKey(OTHER)),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"type\":\"balancePlatform.transfer.updated\",\"timestamp\":\"2026-01-01T00:00:00Z\","
                          + "\"data\":{\"id\":\"T1\",\"balancePlatform\":\"BP\",\"sequenceNumber\":"
                          + change
                          + "}}");
              return Given.post(
                  Given.headers("hmacsignature", base64(SECRET, body), "protocol", "HmacSHA256"),
                  body);
            }),
        Sender.of(
            "dropbox",
            given("dropbox", SECRET),
            given("dropbox", OTHER),
            (change, at, attempt) -> {
              byte[] body = utf8("{\"list_folder\":{\"accounts\":[\"dbid:1\",\"dbid:2\"]}}");
              return Given.post(Given.headers("X-Dropbox-Signature", hex(SECRET, body)), body);
            },
            SIGNAL),
        Sender.of(
            "linear",
            given("linear", SECRET),
            given("linear", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"action\":\"update\",\"type\":\"Issue\",\"createdAt\":\"2026-01-01T00:00:0"
                          + change
                          + ".000Z\","
                          + "\"data\":{\"id\":\"i\",\"updatedAt\":\"2026-01-01T00:00:0"
                          + change
                          + ".000Z\"},\"organizationId\":\"o\","
                          + "\"webhookId\":\"w\",\"webhookTimestamp\":"
                          + at.toEpochMilli()
                          + "}");
              return Given.post(
                  Given.headers(
                      "Linear-Delivery", "any-" + attempt, "Linear-Signature", hex(SECRET, body)),
                  body);
            },
            SIGNS_TIME));
  }

  private interface OfBody {
    Map<String, String> headers(int change, byte[] body);
  }

  private static Sender body(String provider, String template, OfBody signer) {
    return Sender.of(
            provider,
            given(provider, SECRET),
            given(provider, "a-third-secret"),
            (change, at, attempt) -> {
              byte[] body = utf8(template.formatted(change));
              return Given.post(signer.headers(change, body), body);
            })
        .signing(body -> Given.post(signer.headers(1, body), body));
  }

  // --- a signed time beside the body

  private static List<Sender> timed() {
    return List.of(
        Sender.of(
            "stripe",
            given("stripe", "whsec_a"),
            given("stripe", "whsec_b"),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"id\":\"evt_"
                          + change
                          + "\",\"type\":\"invoice.paid\",\"data\":{\"object\":{\"id\":\"in_1\"}}}");
              return Given.post(Signing.stripe("whsec_a", seconds(at), body), body);
            },
            SIGNS_TIME),
        Sender.of(
            "stripe thin",
            given("stripe", "whsec_a"),
            given("stripe", "whsec_b"),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"id\":\"evt_t"
                          + change
                          + "\",\"object\":\"v2.core.event\",\"type\":\"v1.billing.meter.error\","
                          + "\"created\":\"2026-01-01T00:00:00Z\",\"related_object\":{\"id\":\"mtr_1\"}}");
              return Given.post(Signing.stripe("whsec_a", seconds(at), body), body);
            },
            SIGNS_TIME),
        Sender.of(
            "paddle",
            given("paddle", SECRET),
            given("paddle", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"event_id\":\"evt_"
                          + change
                          + "\",\"notification_id\":\"ntf_1\",\"event_type\":\"price.created\",\"data\":{\"id\":\"pri_1\"}}");
              return Given.post(
                  Given.headers(
                      "Paddle-Signature",
                      "ts=" + seconds(at) + ";h1=" + hex(SECRET, utf8(seconds(at) + ":"), body)),
                  body);
            },
            SIGNS_TIME),
        Sender.of(
            "calendly",
            given("calendly", SECRET),
            given("calendly", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"event\":\"invitee.created\",\"created_at\":\"2026-01-01T00:00:0"
                          + change
                          + ".000000Z\",\"created_by\":\"u\",\"payload\":{\"uri\":\"p\"}}");
              return Given.post(
                  Given.headers(
                      "Calendly-Webhook-Signature",
                      "t=" + seconds(at) + ",v1=" + hex(SECRET, utf8(seconds(at) + "."), body)),
                  body);
            },
            SIGNS_TIME),
        Sender.of(
            "zendesk",
            given("zendesk", SECRET),
            given("zendesk", OTHER),
            (change, at, attempt) ->
                zendesk(
                    at,
                    "{\"zendesk_event_version\":\"2022-06-20\",\"account_id\":1,\"id\":\"e"
                        + change
                        + "\",\"type\":\"zen:event-type:user.created\",\"subject\":\"zen:user:1\",\"time\":\"2026-01-01T00:00:00Z\"}",
                    "inv-" + attempt),
            SIGNS_TIME),
        Sender.of(
            "zendesk trigger",
            given("zendesk", SECRET),
            given("zendesk", OTHER),
            (change, at, attempt) -> zendesk(at, "ticket=" + change, "inv-" + change),
            SIGNS_TIME),
        Sender.of(
            "hmac",
            hmacKeys(given("hmac", SECRET)),
            hmacKeys(given("hmac", OTHER)),
            (change, at, attempt) -> {
              byte[] body = utf8("{\"id\":\"e" + change + "\"}");
              return Given.post(
                  Given.headers(
                      "X-Signature",
                      hex(SECRET, utf8(seconds(at) + "."), body),
                      "X-Time",
                      seconds(at)),
                  body);
            },
            SIGNS_TIME));
  }

  private static Given hmacKeys(Given given) {
    return given.with("hmac.id", "json:/id").with("hmac.timestamp", "header:X-Time");
  }

  private static RawRequest zendesk(Instant at, String text, String invocation) {
    byte[] body = utf8(text);
    return Given.post(
        Given.headers(
            "X-Zendesk-Webhook-Invocation-Id", invocation,
            "X-Zendesk-Webhook-Signature-Timestamp", at.toString(),
            "X-Zendesk-Webhook-Signature", base64(SECRET, utf8(at.toString()), body)),
        body);
  }

  private static List<Sender> slackAndZoom() {
    return List.of(
        Sender.of(
            "slack",
            given("slack", SECRET),
            given("slack", OTHER),
            (change, at, attempt) ->
                slack(
                    at,
                    "application/json",
                    "{\"type\":\"event_callback\",\"team_id\":\"T\",\"event_id\":\"Ev"
                        + change
                        + "\",\"event\":{\"type\":\"message\",\"channel\":\"C\",\"ts\":\"1.1\"}}"),
            SIGNS_TIME),
        Sender.of(
            "slack command",
            given("slack", SECRET),
            given("slack", OTHER),
            (change, at, attempt) ->
                slack(at, FORM, "team_id=T&command=%2Fgo&text=&trigger_id=1." + change),
            SIGNS_TIME),
        Sender.of(
            "slack interaction",
            given("slack", SECRET),
            given("slack", OTHER),
            (change, at, attempt) ->
                slack(
                    at,
                    FORM,
                    "payload="
                        + encoded(
                            "{\"type\":\"block_actions\",\"team\":{\"id\":\"T\"},\"trigger_id\":\"1."
                                + change
                                + "\"}")),
            SIGNS_TIME),
        Sender.of(
            "zoom",
            given("zoom", SECRET),
            given("zoom", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"event\":\"meeting.updated\",\"event_ts\":17672256000"
                          + change
                          + "0,\"payload\":{\"account_id\":\"a\",\"object\":{\"id\":\"1\"}}}");
              return Given.post(
                  versioned("x-zm-signature", "x-zm-request-timestamp", at, body), body);
            },
            SIGNS_TIME));
  }

  private static RawRequest slack(Instant at, String type, String text) {
    byte[] body = utf8(text);
    Map<String, String> headers =
        versioned("X-Slack-Signature", "X-Slack-Request-Timestamp", at, body);
    headers.put("Content-Type", type);
    return Given.post(headers, body);
  }

  static Map<String, String> versioned(String signature, String time, Instant at, byte[] body) {
    return Given.headers(
        time, seconds(at), signature, "v0=" + hex(SECRET, utf8("v0:" + seconds(at) + ":"), body));
  }

  // --- the URL is signed

  private static List<Sender> urls() {
    return List.of(
        Sender.of(
            "square",
            given("square", SECRET),
            given("square", OTHER),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"merchant_id\":\"M\",\"event_id\":\"e"
                          + change
                          + "\",\"type\":\"payment.updated\",\"data\":{\"type\":\"payment\",\"id\":\"p\",\"object\":{\"payment\":{\"version\":"
                          + change
                          + "}}}}");
              return Given.request(
                  "POST",
                  URL,
                  Given.headers("x-square-hmacsha256-signature", base64(SECRET, utf8(URL), body)),
                  body);
            },
            SIGNS_URL),
        Sender.of(
            "twilio",
            given("twilio", SECRET),
            given("twilio", OTHER),
            (change, at, attempt) -> {
              String status = change == 1 ? "sent" : "delivered";
              byte[] body = utf8("MessageSid=SM1&AccountSid=AC1&MessageStatus=" + status);
              String signed = URL + "AccountSidAC1MessageSidSM1MessageStatus" + status;
              return Given.request(
                  "POST",
                  URL,
                  Given.headers(
                      "Content-Type", FORM, "X-Twilio-Signature", sha1(SECRET, utf8(signed))),
                  body);
            },
            SIGNS_URL,
            LOOSE),
        Sender.of(
            "twilio token",
            given("twilio", SECRET),
            given("twilio", OTHER),
            (change, at, attempt) -> {
              byte[] body = utf8("CallSid=CA1&Digits=1" + change);
              String signed = URL + "CallSidCA1Digits1" + change;
              return Given.request(
                  "POST",
                  URL,
                  Given.headers(
                      "Content-Type",
                      FORM,
                      "I-Twilio-Idempotency-Token",
                      "t" + change,
                      "X-Twilio-Signature",
                      sha1(SECRET, utf8(signed))),
                  body);
            },
            SIGNS_URL,
            LOOSE),
        Sender.of(
            "twilio json",
            given("twilio", SECRET),
            given("twilio", OTHER),
            (change, at, attempt) -> {
              byte[] body = utf8("{\"property\":" + change + "}");
              String url = URL + "?bodySHA256=" + Digests.sha256Hex(body);
              return Given.request(
                  "POST",
                  url,
                  Given.headers(
                      "Content-Type",
                      "application/json",
                      "X-Twilio-Signature",
                      sha1(SECRET, utf8(url))),
                  body);
            },
            SIGNS_URL),
        Sender.of(
            "hubspot",
            given("hubspot", SECRET),
            given("hubspot", OTHER),
            (change, at, attempt) -> {
              byte[] body = hubspot(change, attempt);
              String time = String.valueOf(at.toEpochMilli());
              return Given.request(
                  "POST",
                  URL,
                  Given.headers(
                      "X-HubSpot-Request-Timestamp",
                      time,
                      "X-HubSpot-Signature-v3",
                      base64(SECRET, utf8("POST" + URL), body, utf8(time))),
                  body);
            },
            SIGNS_TIME,
            SIGNS_URL),
        Sender.of(
            "hubspot v2",
            given("hubspot", SECRET),
            given("hubspot", OTHER),
            (change, at, attempt) -> {
              byte[] body = hubspot(change, attempt);
              return Given.request(
                  "POST",
                  URL,
                  Given.headers(
                      "X-HubSpot-Signature-Version",
                      "v2",
                      "X-HubSpot-Signature",
                      digits(digest("SHA-256", utf8(SECRET + "POST" + URL), body))),
                  body);
            },
            SIGNS_URL),
        Sender.of(
            "hubspot v1",
            given("hubspot", SECRET),
            given("hubspot", OTHER),
            (change, at, attempt) -> {
              byte[] body = hubspot(change, attempt);
              return Given.request(
                  "POST",
                  URL,
                  Given.headers(
                      "X-HubSpot-Signature-Version",
                      "v1",
                      "X-HubSpot-Signature",
                      digits(digest("SHA-256", utf8(SECRET), body))),
                  body);
            }));
  }

  private static byte[] hubspot(int change, int attempt) {
    return utf8(
        "[{\"eventId\":%1$d,\"subscriptionId\":5,\"portalId\":6,\"appId\":7,\"occurredAt\":176722560000%1$d,\"subscriptionType\":\"contact.propertyChange\",\"attemptNumber\":%2$d,\"objectId\":123},{\"eventId\":9%1$d,\"portalId\":6,\"occurredAt\":1767225600009,\"subscriptionType\":\"contact.creation\",\"attemptNumber\":%2$d,\"objectId\":124}]"
            .formatted(change, attempt));
  }

  // --- some fields are signed

  private static List<Sender> fields() {
    SelfSigned paypal = SelfSigned.named("messageverificationcerts.paypal.com");
    SelfSigned amazon = SelfSigned.named("sns.amazonaws.com");
    return List.of(
        Sender.of(
            "adyen",
            given("adyen", hexKey(SECRET)),
            given("adyen", hexKey(OTHER)),
            (change, at, attempt) -> {
              String code = change == 1 ? "AUTHORISATION" : "CAPTURE";
              String signed = "PSP1::ACC:a:b:100:EUR:" + code + ":true";
              return Given.post(
                  Map.of(),
                  utf8(
                      "{\"live\":\"false\",\"notificationItems\":[{\"NotificationRequestItem\":{\"pspReference\":\"PSP1\",\"merchantAccountCode\":\"ACC\",\"merchantReference\":\"a:b\",\"amount\":{\"value\":100,\"currency\":\"EUR\"},\"eventCode\":\""
                          + code
                          + "\",\"success\":\"true\",\"eventDate\":\"2026-01-01T00:00:00Z\",\"additionalData\":{\"hmacSignature\":\""
                          + base64(SECRET, utf8(signed))
                          + "\"}}}]}"));
            },
            LOOSE),
        Sender.of(
            "mailgun",
            given("mailgun", SECRET),
            given("mailgun", OTHER),
            (change, at, attempt) -> {
              String token = "token-" + change;
              return Given.post(
                  Map.of(),
                  utf8(
                      "{\"signature\":{\"timestamp\":\""
                          + seconds(at)
                          + "\",\"token\":\""
                          + token
                          + "\",\"signature\":\""
                          + hex(SECRET, utf8(seconds(at) + token))
                          + "\"},\"event-data\":{\"event\":\"opened\",\"id\":\"id-"
                          + change
                          + "\",\"timestamp\":1767225600.5}}"));
            },
            LOOSE,
            SIGNS_TIME),
        Sender.of(
            "mailgun parent",
            given("mailgun", SECRET),
            given("mailgun", OTHER),
            (change, at, attempt) -> {
              String token = "token-" + change;
              return Given.post(
                  Map.of(),
                  utf8(
                      "{\"signature\":{\"timestamp\":\""
                          + seconds(at)
                          + "\",\"token\":\"t\",\"signature\":\""
                          + hex("theirs", utf8(seconds(at) + "t"))
                          + "\"},\"parent-signature\":{\"timestamp\":\""
                          + seconds(at)
                          + "\",\"token\":\""
                          + token
                          + "\",\"signature\":\""
                          + hex(SECRET, utf8(seconds(at) + token))
                          + "\"},\"event-data\":{\"event\":\"opened\",\"id\":\"id-"
                          + change
                          + "\"}}"));
            },
            LOOSE,
            SIGNS_TIME),
        Sender.of(
            "braintree",
            given("braintree", "pub:priv"),
            given("braintree", "pub:other"),
            (change, at, attempt) ->
                braintree(
                    "<notification><timestamp type=\"datetime\">2026-01-01T00:00:0"
                        + change
                        + "Z</timestamp><kind>subscription_charged_successfully</kind><source-merchant-id>m</source-merchant-id><subject><subscription><id>s1</id></subscription></subject></notification>"),
            LOOSE),
        Sender.of(
            "paypal",
            given("paypal", "WH1").remote(Published.of(paypal.pem())),
            given("paypal", "WH2").remote(Published.of(paypal.pem())),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"id\":\"WH-"
                          + change
                          + "\",\"event_type\":\"PAYMENT.SALE.COMPLETED\",\"create_time\":\"2026-01-01T00:00:00Z\",\"resource\":{\"id\":\"s\"}}");
              CRC32 crc = new CRC32();
              crc.update(body);
              String id = "tx-" + change + "-" + attempt;
              byte[] signature =
                  sign(
                      "SHA256withRSA",
                      paypal.key(),
                      utf8(id + "|" + at + "|WH1|" + crc.getValue()));
              return Given.post(
                  Given.headers(
                      "PAYPAL-TRANSMISSION-ID",
                      id,
                      "PAYPAL-TRANSMISSION-TIME",
                      at.toString(),
                      "PAYPAL-AUTH-ALGO",
                      "SHA256withRSA",
                      "PAYPAL-CERT-URL",
                      "https://api.paypal.com/v1/notifications/certs/CERT-1",
                      "PAYPAL-TRANSMISSION-SIG",
                      Base64.getEncoder().encodeToString(signature)),
                  body);
            }),
        sns(amazon, "1", "SHA1withRSA"),
        sns(amazon, "2", "SHA256withRSA"));
  }

  private static Sender sns(SelfSigned amazon, String version, String algorithm) {
    return Sender.of(
        "aws-sns v" + version,
        snsSource(amazon, TOPIC),
        snsSource(amazon, TOPIC + "-2"),
        (change, at, attempt) -> {
          String text =
              "Message\nHello\nMessageId\nm-"
                  + change
                  + "\nTimestamp\n2026-01-01T00:00:00.000Z\nTopicArn\n"
                  + TOPIC
                  + "\nType\nNotification\n";
          String signature =
              Base64.getEncoder().encodeToString(sign(algorithm, amazon.key(), utf8(text)));
          return Given.post(
              Given.headers("Content-Type", "text/plain; charset=UTF-8"),
              utf8(
                  "{\"Type\":\"Notification\",\"MessageId\":\"m-"
                      + change
                      + "\",\"TopicArn\":\""
                      + TOPIC
                      + "\",\"Message\":\"Hello\",\"Timestamp\":\"2026-01-01T00:00:00.000Z\",\"SignatureVersion\":\""
                      + version
                      + "\",\"Signature\":\""
                      + signature
                      + "\",\"SigningCertURL\":\"https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem\"}"));
        },
        LOOSE);
  }

  static Given snsSource(SelfSigned amazon, String topics) {
    return Given.provider("aws-sns").with("sns.topics", topics).remote(Published.of(amazon.pem()));
  }

  static RawRequest braintree(String xml) {
    String payload = Base64.getMimeEncoder(60, utf8("\n")).encodeToString(utf8(xml)) + "\n";
    byte[] key = digest("SHA-1", utf8("priv"));
    String signature = "pub|" + digits(hmac("SHA1", key, utf8(payload)));
    return Given.post(
        Given.headers("Content-Type", FORM),
        utf8("bt_signature=" + encoded(signature) + "&bt_payload=" + encoded(payload)));
  }

  // --- batches

  private static List<Sender> batches() {
    KeyPair keys = Signing.curveKeys();
    return List.of(
        Sender.of(
            "sendgrid",
            given("sendgrid", curveKey(keys)),
            given("sendgrid", curveKey(Signing.curveKeys())),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "[{\"event\":\"open\",\"sg_event_id\":\"a"
                          + change
                          + "\",\"sg_message_id\":\"m\",\"timestamp\":1767225600},{\"event\":\"click\",\"sg_event_id\":\"b"
                          + change
                          + "\",\"sg_message_id\":\"m\"}]\r\n");
              return Given.post(
                  Given.headers(
                      "X-Twilio-Email-Event-Webhook-Timestamp",
                      seconds(at),
                      "X-Twilio-Email-Event-Webhook-Signature",
                      Base64.getEncoder()
                          .encodeToString(
                              sign("SHA256withECDSA", keys.getPrivate(), utf8(seconds(at)), body))),
                  body);
            }),
        body(
            "xero",
            "{\"events\":[{\"tenantId\":\"t\",\"resourceId\":\"r\",\"eventCategory\":\"INVOICE\",\"eventType\":\"UPDATE\",\"eventDateUtc\":\"2026-01-01T00:00:0%1$d.000\"}],\"firstEventSequence\":%1$d,\"lastEventSequence\":%1$d}",
            (change, body) -> Given.headers("x-xero-signature", base64(SECRET, body))),
        body(
            "meta whatsapp",
            "{\"object\":\"whatsapp_business_account\",\"entry\":[{\"id\":\"1\",\"changes\":[{\"field\":\"messages\",\"value\":{\"statuses\":[{\"id\":\"wamid.1\",\"status\":\"s%1$d\",\"timestamp\":\"1767225600\"}]}}]}]}",
            (change, body) -> Given.headers("X-Hub-Signature-256", "sha256=" + hex(SECRET, body))),
        body(
            "meta page",
            "{\"object\":\"page\",\"entry\":[{\"id\":\"1\",\"time\":1767225600,\"changes\":[{\"field\":\"feed\",\"value\":{\"post_id\":\"p\",\"n\":%1$d}}]},{\"id\":\"2\",\"time\":1767225600,\"messaging\":[{\"timestamp\":1767225600000,\"message\":{\"mid\":\"m\",\"n\":%1$d}}]}]}",
            (change, body) -> Given.headers("X-Hub-Signature-256", "sha256=" + hex(SECRET, body))));
  }

  // --- keys that are open

  private static List<Sender> openKeys() {
    KeyPair discord = Signing.keys("Ed25519");
    KeyPair plaid = Signing.curveKeys();
    return List.of(
        Sender.of(
            "discord",
            given("discord", digits(raw(discord))),
            given("discord", digits(raw(Signing.keys("Ed25519")))),
            (change, at, attempt) -> {
              byte[] body =
                  utf8(
                      "{\"version\":1,\"application_id\":\"1\",\"type\":1,\"event\":{\"type\":\"ENTITLEMENT_UPDATE\",\"timestamp\":\"2026-01-01T00:00:0"
                          + change
                          + "\",\"data\":{\"id\":\"e\"}}}");
              return Given.post(
                  Given.headers(
                      "X-Signature-Timestamp",
                      seconds(at),
                      "X-Signature-Ed25519",
                      digits(sign("Ed25519", discord.getPrivate(), utf8(seconds(at)), body))),
                  body);
            }),
        Sender.of(
            "plaid signal",
            given("plaid", "c:s").remote(Published.of(jwk(plaid))),
            given("plaid", "c:s").remote(Published.of(jwk(Signing.curveKeys()))),
            (change, at, attempt) ->
                plaid(
                    plaid,
                    at,
                    "{\"webhook_type\":\"TRANSACTIONS\",\"webhook_code\":\"SYNC_UPDATES_AVAILABLE\",\"item_id\":\"i\"}"),
            SIGNS_TIME,
            SIGNAL),
        Sender.of(
            "plaid session",
            given("plaid", "c:s").remote(Published.of(jwk(plaid))),
            given("plaid", "c:s").remote(Published.of(jwk(Signing.curveKeys()))),
            (change, at, attempt) ->
                plaid(
                    plaid,
                    at,
                    "{\"webhook_type\":\"LINK\",\"webhook_code\":\"SESSION_FINISHED\",\"item_id\":\"i\",\"link_session_id\":\"l"
                        + change
                        + "\"}"),
            SIGNS_TIME));
  }

  private static RawRequest plaid(KeyPair keys, Instant at, String text) {
    byte[] body = utf8(text);
    String signed =
        jwtPart("{\"alg\":\"ES256\",\"kid\":\"k1\",\"typ\":\"JWT\"}")
            + "."
            + jwtPart(
                "{\"iat\":"
                    + seconds(at)
                    + ",\"request_body_sha256\":\""
                    + Digests.sha256Hex(body)
                    + "\"}");
    byte[] signature = sign("SHA256withECDSAinP1363Format", keys.getPrivate(), utf8(signed));
    return Given.post(
        Given.headers(
            "Plaid-Verification",
            signed + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature)),
        body);
  }

  private static String jwtPart(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(utf8(json));
  }

  private static String jwk(KeyPair keys) {
    ECPublicKey key = (ECPublicKey) keys.getPublic();
    return "{\"key\":{\"alg\":\"ES256\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\""
        + coordinate(key.getW().getAffineX().toByteArray())
        + "\",\"y\":\""
        + coordinate(key.getW().getAffineY().toByteArray())
        + "\",\"expired_at\":null}}";
  }

  private static String coordinate(byte[] signedNumber) {
    byte[] bytes = new byte[32];
    int length = Math.min(32, signedNumber.length);
    System.arraycopy(signedNumber, signedNumber.length - length, bytes, 32 - length, length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  // --- a secret that is shown, or none

  private static List<Sender> tokens() {
    return List.of(
        Sender.of(
            "gitlab token",
            given("gitlab", SECRET),
            given("gitlab", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Given.headers(
                        "X-Gitlab-Token",
                        SECRET,
                        "Idempotency-Key",
                        "k" + change,
                        "X-Gitlab-Webhook-UUID",
                        "r" + attempt),
                    "{\"object_kind\":\"push\",\"n\":" + change + "}"),
            LOOSE),
        Sender.of(
            "gitlab old",
            given("gitlab", SECRET),
            given("gitlab", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Given.headers("X-Gitlab-Token", SECRET, "X-Gitlab-Webhook-UUID", "r" + attempt),
                    "{\"object_kind\":\"push\",\"n\":" + change + "}"),
            LOOSE),
        Sender.of(
            "microsoft-graph",
            given("microsoft-graph", SECRET),
            given("microsoft-graph", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Map.of(),
                    "{\"value\":[{\"subscriptionId\":\"s\",\"clientState\":\""
                        + SECRET
                        + "\",\"changeType\":\"updated\",\"resource\":\"Users/1\",\"resourceData\":{\"id\":\"1\",\"@odata.etag\":\"W/"
                        + change
                        + "\"}}]}"),
            LOOSE),
        Sender.of(
            "microsoft-graph signal",
            given("microsoft-graph", SECRET),
            given("microsoft-graph", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Map.of(),
                    "{\"value\":[{\"subscriptionId\":\"s\",\"clientState\":\""
                        + SECRET
                        + "\",\"changeType\":\"updated\",\"resource\":\"Users/1\"}]}"),
            LOOSE,
            SIGNAL),
        Sender.of(
            "cloudevents",
            given("cloudevents", SECRET),
            given("cloudevents", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Given.headers(
                        "Authorization",
                        "Bearer " + SECRET,
                        "ce-specversion",
                        "1.0",
                        "ce-id",
                        "e" + change,
                        "ce-source",
                        "/s",
                        "ce-type",
                        "t",
                        "Content-Type",
                        "application/json"),
                    "{}"),
            LOOSE),
        Sender.of(
            "cloudevents structured",
            given("cloudevents", SECRET),
            given("cloudevents", OTHER),
            (change, at, attempt) ->
                Given.post(
                    Given.headers(
                        "Authorization",
                        "bearer " + SECRET,
                        "Content-Type",
                        "application/cloudevents+json; charset=utf-8"),
                    "{\"specversion\":\"1.0\",\"id\":\"e"
                        + change
                        + "\",\"source\":\"/s\",\"type\":\"t\",\"data\":{}}"),
            LOOSE),
        Sender.of(
            "cloudevents batch",
            given("cloudevents", SECRET),
            given("cloudevents", OTHER),
            (change, at, attempt) ->
                Given.request(
                    "POST",
                    URL + "?access_token=" + SECRET,
                    Given.headers("Content-Type", "application/cloudevents-batch+json"),
                    utf8(
                        "[{\"id\":\"e"
                            + change
                            + "\",\"source\":\"/s\",\"type\":\"t\"},{\"id\":\"f"
                            + change
                            + "\",\"source\":\"/s\",\"type\":\"t\"}]")),
            LOOSE),
        Sender.of(
            "mollie classic",
            Given.provider("mollie").with("mollie.classic", "true"),
            Given.provider("mollie").with("mollie.classic", "true"),
            (change, at, attempt) ->
                Given.post(Given.headers("Content-Type", FORM), "id=tr_d0b0E3EA3v"),
            LOOSE,
            SIGNAL,
            NO_SECRET));
  }

  // --- small things

  static Given given(String provider, String secret) {
    return Given.provider(provider.replaceFirst(" .*", "")).secret(secret);
  }

  private static String seconds(Instant at) {
    return String.valueOf(at.getEpochSecond());
  }

  private static String digits(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String hexKey(String secret) {
    return digits(utf8(secret));
  }

  private static String sha1(String secret, byte[] signed) {
    return Base64.getEncoder().encodeToString(hmac("SHA1", utf8(secret), signed));
  }

  private static byte[] raw(KeyPair keys) {
    byte[] encoded = keys.getPublic().getEncoded();
    return Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
  }

  private static String openKey(KeyPair keys) {
    return "whpk_" + Base64.getEncoder().encodeToString(raw(keys));
  }

  private static String curveKey(KeyPair keys) {
    return Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  private static byte[] digest(String algorithm, byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(algorithm);
      Arrays.stream(parts).forEach(digest::update);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
