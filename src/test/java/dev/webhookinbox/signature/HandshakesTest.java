package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static dev.webhookinbox.signature.Signing.base64;
import static dev.webhookinbox.signature.Signing.hex;
import static dev.webhookinbox.signature.Signing.hmac;
import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How providers check an endpoint, and what they hear. */
class HandshakesTest {

  private static final String SECRET = "a-shared-secret";
  private static final String HERE = "https://inbox.example/hooks/here";

  private static Answer answer(Given given, RawRequest request) {
    Verdict verdict = given.source().judge(request, NOW);
    assertThat(verdict).isInstanceOf(Verdict.Handshake.class);
    return ((Verdict.Handshake) verdict).answer();
  }

  private static RawRequest get(String query) {
    return Given.request("GET", HERE + "?" + query, Map.of(), new byte[0]);
  }

  @Test
  void slackHearsItsChallenge() {
    byte[] body =
        utf8(
            "{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P\"}");
    RawRequest request =
        Given.post(
            Senders.versioned("X-Slack-Signature", "X-Slack-Request-Timestamp", NOW, body), body);
    Answer answer = answer(Senders.given("slack", SECRET), request);
    assertThat(answer.body()).isEqualTo("3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P");
    assertThat(answer.contentType()).isEqualTo("text/plain");
    assertThat(answer.headers()).containsEntry("X-Content-Type-Options", "nosniff");
    assertThat(Senders.given("slack", "other").source().judge(request, NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void zoomHearsItsTokenAndTheTokenSigned() {
    byte[] body =
        utf8(
            "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\"}}");
    RawRequest request =
        Given.post(Senders.versioned("x-zm-signature", "x-zm-request-timestamp", NOW, body), body);
    Answer answer = answer(Senders.given("zoom", SECRET), request);
    assertThat(answer.body())
        .isEqualTo(
            "{\"plainToken\":\"qgg8vlvZRS6UYooatFL8Aw\",\"encryptedToken\":\""
                + hex(SECRET, utf8("qgg8vlvZRS6UYooatFL8Aw"))
                + "\"}");
  }

  /** Else this endpoint would sign requests for whoever has one that is signed. */
  @Test
  void zoomsTokenIsNotSignedWhereItCouldBeARequest() {
    byte[] body =
        utf8(
            "{\"event\":\"endpoint.url_validation\",\"payload\":{\"plainToken\":\"v0:1767225600:{}\"}}");
    RawRequest request =
        Given.post(Senders.versioned("x-zm-signature", "x-zm-request-timestamp", NOW, body), body);
    assertThat(Senders.given("zoom", SECRET).source().judge(request, NOW))
        .isInstanceOf(Verdict.Unusable.class);
  }

  @ParameterizedTest
  @CsvSource({
    "dropbox,challenge=abc123,abc123",
    "microsoft-graph,validationToken=Validation%3A+Testing+1,Validation: Testing 1"
  })
  void echoWhatTheyAsk(String provider, String query, String echo) {
    String method = provider.equals("dropbox") ? "GET" : "POST";
    RawRequest request = Given.request(method, HERE + "?" + query, Map.of(), new byte[0]);
    Answer answer = answer(Senders.given(provider, SECRET), request);
    assertThat(answer.body()).isEqualTo(echo);
    assertThat(answer.contentType()).isEqualTo("text/plain");
    assertThat(answer.headers()).containsEntry("X-Content-Type-Options", "nosniff");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<script>alert(1)</script>", "a\nb", "a\"b", "é", ""})
  void neverEchoWhatABrowserCouldTakeForMarkup(String challenge) {
    String query = "challenge=" + URLEncoder.encode(challenge, StandardCharsets.UTF_8);
    assertThat(Senders.given("dropbox", SECRET).source().judge(get(query), NOW))
        .isInstanceOf(Verdict.Rejected.class);
    assertThat(
            Senders.given("dropbox", SECRET)
                .source()
                .judge(get("challenge=" + "a".repeat(1001)), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void metaHearsItsChallengeIfItShowsTheToken() {
    Given meta = Senders.given("meta", SECRET).with("meta.verify-token", "shown");
    String query = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=";
    assertThat(answer(meta, get(query + "shown")).body()).isEqualTo("1158201444");
    assertThat(meta.source().judge(get(query + "guessed"), NOW))
        .isEqualTo(new Verdict.Rejected("no token matches"));
    assertThat(meta.source().acceptsMethod("GET")).isTrue();
    assertThat(Senders.given("meta", SECRET).source().acceptsMethod("GET")).isFalse();
  }

  @Test
  void discordHearsThatItsPingsCame() {
    Sender discord =
        Senders.list().stream().filter(it -> it.name().equals("discord")).findFirst().orElseThrow();
    Source source = discord.source().get();
    assertThat(source.success().status()).isEqualTo(204);
    assertThat(source.judge(Given.post(Map.of(), "{\"type\":0}"), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @CsvSource({"0,204,''", "1,200,'{\"type\":1}'"})
  void discordsPingsAreAnsweredByTheirKind(int type, int status, String body) {
    KeyPair keys = Signing.keys("Ed25519");
    byte[] encoded = keys.getPublic().getEncoded();
    String key = HexFormat.of().formatHex(encoded, encoded.length - 32, encoded.length);
    byte[] ping = utf8("{\"application_id\":\"1\",\"type\":" + type + "}");
    String signature =
        HexFormat.of()
            .formatHex(Signing.sign("Ed25519", keys.getPrivate(), utf8(Signing.TIME), ping));
    Answer answer =
        answer(
            Senders.given("discord", key),
            Given.post(
                Given.headers(
                    "X-Signature-Timestamp", Signing.TIME, "X-Signature-Ed25519", signature),
                ping));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).isEqualTo(body);
  }

  @Test
  void xerosEmptyBatchIsNoEventAndItsRefusalHasNoBody() {
    byte[] body =
        utf8(
            "{\"events\":[],\"firstEventSequence\":0,\"lastEventSequence\":0,\"entropy\":\"S0m3\"}");
    Given xero = Senders.given("xero", SECRET);
    Answer answer =
        answer(xero, Given.post(Given.headers("x-xero-signature", base64(SECRET, body)), body));
    assertThat(answer).isEqualTo(Answer.empty(200));
    assertThat(xero.source().refusesWithoutBody()).isTrue();
  }

  @Test
  void braintreesTestIsNoEvent() {
    RawRequest check =
        Senders.braintree(
            "<notification><timestamp>2026-01-01T00:00:00Z</timestamp><kind>check</kind><subject><check type=\"boolean\">true</check></subject></notification>");
    assertThat(answer(Senders.given("braintree", "pub:priv"), check)).isEqualTo(Answer.empty(200));
  }

  @Test
  void pingsThatAreEventsElsewhereAreNoneHere() {
    byte[] intercom = utf8("{\"topic\":\"ping\",\"id\":null}");
    String sha1 = HexFormat.of().formatHex(hmac("SHA1", utf8(SECRET), intercom));
    assertThat(
            answer(
                Senders.given("intercom", SECRET),
                Given.post(Given.headers("X-Hub-Signature", "sha1=" + sha1), intercom)))
        .isEqualTo(Answer.empty(200));
    byte[] pagerduty = utf8("{\"event\":{\"id\":\"01\",\"event_type\":\"pagey.ping\"}}");
    assertThat(
            answer(
                Senders.given("pagerduty", SECRET),
                Given.post(
                    Given.headers("X-PagerDuty-Signature", "v1=" + hex(SECRET, pagerduty)),
                    pagerduty)))
        .isEqualTo(Answer.empty(200));
  }

  @Test
  void cloudEventsSendersGetTheirPermission() {
    RawRequest request =
        Given.request(
            "OPTIONS",
            HERE,
            Given.headers("WebHook-Request-Origin", "eventemitter.example.com"),
            new byte[0]);
    Given source = Senders.given("cloudevents", SECRET);
    assertThat(source.source().acceptsMethod("OPTIONS")).isTrue();
    assertThat(answer(source, request).headers())
        .containsEntry("WebHook-Allowed-Origin", "eventemitter.example.com")
        .containsEntry("Allow", "POST");
    RawRequest nonsense =
        Given.request(
            "OPTIONS", HERE, Given.headers("WebHook-Request-Origin", "a\r\nb: c"), new byte[0]);
    assertThat(source.source().judge(nonsense, NOW)).isInstanceOf(Verdict.Rejected.class);
  }

  // --- Amazon SNS

  private static final String TOPIC = "arn:aws:sns:eu-central-1:123456789012:orders";
  private static final SelfSigned AMAZON = SelfSigned.named("sns.amazonaws.com");

  private static RawRequest confirmation(String subscribeUrl) {
    String text =
        "Message\nYou have chosen\nMessageId\nm\nSubscribeURL\n"
            + subscribeUrl
            + "\nTimestamp\n2026-01-01T00:00:00.000Z\nToken\n2336\nTopicArn\n"
            + TOPIC
            + "\nType\nSubscriptionConfirmation\n";
    String signature =
        Base64.getEncoder().encodeToString(Signing.sign("SHA256withRSA", AMAZON.key(), utf8(text)));
    return Given.post(
        Map.of(),
        "{\"Type\":\"SubscriptionConfirmation\",\"MessageId\":\"m\",\"Token\":\"2336\",\"TopicArn\":\""
            + TOPIC
            + "\",\"Message\":\"You have chosen\",\"SubscribeURL\":\""
            + subscribeUrl
            + "\",\"Timestamp\":\"2026-01-01T00:00:00.000Z\",\"SignatureVersion\":\"2\",\"Signature\":\""
            + signature
            + "\",\"SigningCertURL\":\"https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-0.pem\"}");
  }

  private static boolean confirms(Published amazon, boolean isWanted, String subscribeUrl) {
    Given given = Given.provider("aws-sns").with("sns.topics", TOPIC).remote(amazon);
    Given source = isWanted ? given.with("sns.confirm", TOPIC) : given;
    Verdict verdict = source.source().judge(confirmation(subscribeUrl), NOW);
    assertThat(verdict).isInstanceOf(Verdict.Handshake.class);
    assertThat(amazon.asked()).as("judging alone fetches the certificate only").hasSize(1);
    return ((Verdict.Handshake) verdict).deed().getAsBoolean();
  }

  private static final String SUBSCRIBE =
      "https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn="
          + TOPIC
          + "&Token=2336";

  @Test
  void aSubscriptionIsConfirmedWhereItsTopicIsNamed() {
    Published amazon = Published.of(AMAZON.pem());
    assertThat(confirms(amazon, true, SUBSCRIBE)).isTrue();
    assertThat(amazon.asked()).hasSize(2).last().isEqualTo(URI.create(SUBSCRIBE));
  }

  @Test
  void aSubscriptionIsLeftAloneWhereItsTopicIsNotNamed() {
    Published amazon = Published.of(AMAZON.pem());
    assertThat(confirms(amazon, false, SUBSCRIBE)).isTrue();
    assertThat(amazon.asked()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example/?Action=ConfirmSubscription&Token=2336",
        "https://sns.eu-central-1.amazonaws.com.evil.example/?Action=ConfirmSubscription&Token=1",
        "http://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=1",
        "https://sns.eu-central-1.amazonaws.com@evil.example/?Action=ConfirmSubscription&Token=1",
        "https://sns.eu-central-1.amazonaws.com/?Action=DeleteTopic&Token=1"
      })
  void aConfirmationElsewhereIsNeverFetched(String url) {
    Published amazon = Published.of(AMAZON.pem());
    assertThat(confirms(amazon, true, url)).isFalse();
    assertThat(amazon.asked()).hasSize(1);
  }
}
