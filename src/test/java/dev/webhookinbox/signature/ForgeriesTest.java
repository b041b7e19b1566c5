package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static dev.webhookinbox.signature.Signing.base64;
import static dev.webhookinbox.signature.Signing.hex;
import static dev.webhookinbox.signature.Signing.hmac;
import static dev.webhookinbox.signature.Signing.utf8;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that are put together from what a stranger has: answers of this server, one captured
 * request, texts that he may write at the provider.
 */
class ForgeriesTest {

  private static final String SECRET = "a-shared-secret";
  private static final String URL = "https://hooks.example.com/in";
  private static final String FORM = "application/x-www-form-urlencoded";

  private static RawRequest get(String query) {
    return Given.request("GET", URL + "?" + query, Map.of(), new byte[0]);
  }

  // --- answers of this server

  @ParameterizedTest
  @ValueSource(strings = {"aaaaaaaaaaaaaaaaaaaa", "0123456789abcdef0123456789abcdef"})
  @DisplayName("P3: what Braintree's challenge has signed is no signature of a notification")
  void braintreesChallengeSignsNoNotification(String challenge) {
    Source source = Senders.given("braintree", "pub:priv").source();
    Verdict answer = source.judge(get("bt_challenge=" + challenge), NOW);
    String signature = ((Verdict.Handshake) answer).answer().body();
    for (String body :
        List.of(
            "{\"kind\":\"subscription_canceled\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"subject\":\"evil\",\"x\":\"&bt_payload="
                + challenge
                + "&bt_signature="
                + signature
                + "&\"}",
            "bt_payload=" + challenge + "&bt_signature=" + signature)) {
      assertThat(source.judge(Given.post(Map.of(), body), NOW))
          .isInstanceOf(Verdict.Rejected.class);
    }
  }

  @Test
  void braintreesPayloadIsItsXmlOrNothing() {
    Source source = Senders.given("braintree", "pub:priv").source();
    assertThat(source.judge(Senders.braintree("{\"kind\":\"check\",\"timestamp\":\"1\"}"), NOW))
        .isInstanceOf(Verdict.Unusable.class);
  }

  // --- one captured request

  private static String twilioSignature(String signed) {
    return Base64.getEncoder().encodeToString(hmac("SHA1", utf8(SECRET), utf8(signed)));
  }

  private static RawRequest twilio(String url, String signature, String type, String body) {
    return Given.request(
        "POST",
        url,
        Given.headers("Content-Type", type, "X-Twilio-Signature", signature),
        utf8(body));
  }

  @Test
  @DisplayName(
      "P14: however Twilio's form is cut, ordered or repeated under one signature, it is one event")
  void twiliosFormIsOneEventHoweverItIsCut() {
    Source source = Senders.given("twilio", SECRET).source();
    String signature = twilioSignature(URL + "AccountSidAC1MessageSidSM1MessageStatusdelivered");
    List<Verdict> verdicts =
        Stream.of(
                "AccountSid=AC1&MessageSid=SM1&MessageStatus=delivered",
                "MessageStatus=delivered&MessageSid=SM1&AccountSid=AC1",
                "AccountSid=AC1&AccountSid=AC1&MessageSid=SM1&MessageStatus=delivered",
                "AccountSid=AC1MessageSidSM1MessageStatusdelivered",
                "A=ccountSidAC1MessageSidSM1&MessageStatus=delivered")
            .map(body -> source.judge(twilio(URL, signature, FORM, body), NOW))
            .toList();
    assertThat(verdicts.stream().map(it -> Signing.event(it).eventId()).distinct()).hasSize(1);
    assertThat(verdicts.stream().map(it -> ((Verdict.Verified) it).proof()).distinct()).hasSize(1);
    assertThat(verdicts).noneMatch(it -> Signing.event(it).idSigned());
  }

  @Test
  @DisplayName("P14: without its token Twilio's request is still known by what was signed")
  void twiliosTokenIsNotMissed() {
    Source source = Senders.given("twilio", SECRET).source();
    RawRequest without = twilio(URL, twilioSignature(URL + "CallSidCA1"), FORM, "CallSid=CA1");
    RawRequest with =
        Given.request(
            "POST",
            URL,
            Given.headers(
                "Content-Type",
                FORM,
                "I-Twilio-Idempotency-Token",
                "t",
                "X-Twilio-Signature",
                twilioSignature(URL + "CallSidCA1")),
            without.body());
    Verdict.Verified one = (Verdict.Verified) source.judge(with, NOW);
    Verdict.Verified two = (Verdict.Verified) source.judge(without, NOW);
    assertThat(one.proof()).isEqualTo(two.proof()).isNotNull();
    assertThat(Signing.event(one).eventId()).isNotEqualTo(Signing.event(two).eventId());
  }

  @Test
  @DisplayName(
      "P3: Twilio's hash of a body counts at the end of the URL that is signed, and nowhere else")
  void twiliosHashIsSigned() {
    String evil = "{\"evil\":true}";
    String hash = "bodySHA256=" + Digests.sha256Hex(utf8(evil));
    Source withQuery = Senders.given("twilio", SECRET).with("public-url", URL + "?k=1").source();
    assertThat(
            withQuery.judge(
                twilio(
                    URL + "?k=1&" + hash, twilioSignature(URL + "?k=1"), "application/json", evil),
                NOW))
        .isInstanceOf(Verdict.Rejected.class);

    String text = "&" + hash + "&";
    String captured = twilioSignature(URL + "?k=1" + "Body" + text + "FromX");
    assertThat(
            Senders.given("twilio", SECRET)
                .source()
                .judge(
                    twilio(URL + "?k=1Body" + text + "FromX", captured, "application/json", evil),
                    NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({
    "{header:X-Id}.{body},e1,'{\"a\":1.5}',e1.{\"a\":1,5}",
    "{body}.{header:X-Id},e1,'{\"a\":1.5}',5}.e1,{\"a\":1",
  })
  @DisplayName("P3: under hmac no bytes move between a header and the body")
  void noBytesMoveBetweenHeaderAndBody(
      String template, String id, String body, String otherId, String otherBody) {
    Source source =
        Senders.given("hmac", SECRET)
            .with("hmac.signed", template)
            .with("hmac.id", "header:X-Id")
            .source();
    String signed = template.replace("{header:X-Id}", id).replace("{body}", body);
    assertThat(template.replace("{header:X-Id}", otherId).replace("{body}", otherBody))
        .as("the same signed text")
        .isEqualTo(signed);
    assertThat(Signing.event(source.judge(hmacRequest(id, body, signed), NOW)).idSigned()).isTrue();
    assertThat(source.judge(hmacRequest(otherId, otherBody, signed), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void anIdThatNothingKeepsApartCountsAsNotSigned() {
    Source source =
        Senders.given("hmac", SECRET)
            .with("hmac.signed", "{header:X-Id}{body}")
            .with("hmac.id", "header:X-Id")
            .source();
    assertThat(Signing.event(source.judge(hmacRequest("e1", "{}", "e1{}"), NOW)).idSigned())
        .isFalse();
    assertThat(
            Senders.given("hmac", SECRET)
                .with("hmac.signed", "{body}{header:X-Account}")
                .with("hmac.id", "json:/id")
                .with("hmac.account", "header:X-Account")
                .with("account-from", "payload")
                .faults())
        .singleElement()
        .asString()
        .contains("hmac.account");
  }

  private static RawRequest hmacRequest(String id, String body, String signed) {
    return Given.post(Given.headers("X-Id", id, "X-Signature", hex(SECRET, utf8(signed))), body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"m\nMessageId\nfake", "m\r"})
  @DisplayName("P3: no line moves between the fields that SNS signs")
  void noLineMovesBetweenSnsFields(String id) {
    SelfSigned amazon = SelfSigned.named("sns.amazonaws.com");
    String topic = "arn:aws:sns:eu-central-1:123456789012:orders";
    String text =
        "Message\nhi\nMessageId\n"
            + id
            + "\nTimestamp\nt\nTopicArn\n"
            + topic
            + "\nType\nNotification\n";
    String body =
        "{\"Type\":\"Notification\",\"Message\":\"hi\",\"MessageId\":\""
            + id.replace("\n", "\\n").replace("\r", "\\r")
            + "\",\"Timestamp\":\"t\",\"TopicArn\":\""
            + topic
            + "\",\"SignatureVersion\":\"2\",\"Signature\":\""
            + Base64.getEncoder()
                .encodeToString(Signing.sign("SHA256withRSA", amazon.key(), utf8(text)))
            + "\",\"SigningCertURL\":\"https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem\"}";
    assertThat(Senders.snsSource(amazon, topic).source().judge(Given.post(Map.of(), body), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  // --- the content type, which nobody signs

  private static RawRequest slack(String type, String body) {
    Map<String, String> headers =
        Senders.versioned("X-Slack-Signature", "X-Slack-Request-Timestamp", NOW, utf8(body));
    headers.put("Content-Type", type);
    return Given.post(headers, body);
  }

  @Test
  @DisplayName("P2: Slack's event under another content type is the same event")
  void slacksEventIsNoForm() {
    Source source = Senders.given("slack", SECRET).source();
    String body =
        "{\"event_id\":\"Ev1\",\"event\":{\"type\":\"link_shared\",\"url\":\"https://x.example/?a=1&ssl_check=1&trigger_id=7&b=2\"}}";
    assertThat(
            Stream.of("application/json", FORM)
                .map(type -> Signing.event(source.judge(slack(type, body), NOW)).eventId()))
        .containsOnly("Ev1");
  }

  @ParameterizedTest
  @CsvSource({"ssl_check=1&token=x,true", "ssl_check=1&command=%2Fgo&trigger_id=1,false"})
  void slacksCertificateCheckBearsNoCommand(String body, boolean isCheck) {
    Verdict verdict = Senders.given("slack", SECRET).source().judge(slack(FORM, body), NOW);
    assertThat(verdict instanceof Verdict.Handshake).isEqualTo(isCheck);
  }

  @Test
  @DisplayName("P3: a title in GitHub's document is no document of GitHub's")
  void gitHubsDocumentIsNoForm() {
    String title =
        "&payload="
            + URLEncoder.encode("{\"repository\":{\"id\":999},\"action\":\"deleted\"}", UTF_8)
            + "&";
    String body =
        "{\"action\":\"opened\",\"repository\":{\"id\":1},\"issue\":{\"title\":\"" + title + "\"}}";
    RawRequest request =
        Given.post(
            Given.headers(
                "Content-Type",
                FORM,
                "X-GitHub-Event",
                "issues",
                "X-GitHub-Delivery",
                "g",
                "X-Hub-Signature-256",
                "sha256=" + hex(SECRET, utf8(body))),
            body);
    VerifiedEvent event =
        Signing.event(
            Senders.given("github", SECRET)
                .with("account-from", "payload")
                .source()
                .judge(request, NOW));
    assertThat(event.accountScope()).isEqualTo("1");
    assertThat(event.type()).isEqualTo("issues.opened");
  }

  // --- nonsense

  /** On the first of these the JDK's parser fails with an exception of another kind. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE xy [UBLIC \"\" \"http://foo\">D0\u007f\u0007\u0000",
        "<!DOCTYPE",
        "<",
        "\u0000",
        "<a>\ud800</a>",
        "<?xml version='9.9'?><a/>"
      })
  void whateverStandsInForBraintreesXmlIsNoFailure(String xml) {
    assertThat(Senders.given("braintree", "pub:priv").source().judge(Senders.braintree(xml), NOW))
        .isInstanceOf(Verdict.Unusable.class);
  }

  // --- more of it than anybody sends

  @Test
  void aFormOfMorePartsThanAnybodySendsIsNone() {
    assertThat(Form.of(Given.post(Map.of(), "&".repeat(2_000) + "Body=hi&AccountSid=EVIL")))
        .isEmpty();
  }

  @Test
  void aBatchOfMoreItemsThanAnybodySendsIsNone() {
    byte[] body = utf8("{\"events\":[" + "{},".repeat(340_000) + "{}]}");
    RawRequest request = Given.post(Given.headers("x-xero-signature", base64(SECRET, body)), body);
    assertThat(Senders.given("xero", SECRET).source().judge(request, NOW))
        .isEqualTo(new Verdict.Unusable("the body is no list of events"));
  }

  @Test
  @DisplayName("P4: Meta's time of sending is no part of what has an id of its own")
  void metasTimeOfSendingMakesNoOtherEvent() {
    Source source = Senders.given("meta", SECRET).source();
    assertThat(
            Stream.of("1", "2")
                .map(
                    time ->
                        utf8(
                            "{\"object\":\"page\",\"entry\":[{\"id\":\"1\",\"time\":"
                                + time
                                + ",\"messaging\":[{\"timestamp\":7,\"message\":{\"mid\":\"m\"}}],\"changes\":[{\"field\":\"feed\",\"value\":{\"created_time\":5}}]}]}"))
                .map(
                    body ->
                        Given.post(
                            Given.headers("X-Hub-Signature-256", "sha256=" + hex(SECRET, body)),
                            body))
                .map(
                    request ->
                        Signing.events(source.judge(request, NOW)).stream()
                            .map(VerifiedEvent::eventId)
                            .toList())
                .distinct())
        .hasSize(1);
  }
}
