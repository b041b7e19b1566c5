package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static dev.webhookinbox.signature.Signing.base64;
import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is peculiar to single providers. */
class ProfilesTest {

  private static final String SECRET = "a-shared-secret";

  private static Sender sender(String name) {
    return Senders.list().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  /** Fields joined by colons: a colon in one of them would let values move to their neighbours. */
  @Test
  void adyensSignatureFitsNoOtherFields() {
    String signature = base64(SECRET, utf8("PSP1::ACC:a:b:100:EUR:AUTHORISATION:true"));
    Source adyen = Senders.given("adyen", "612d7368617265642d736563726574").source();
    String genuine =
        "{\"notificationItems\":[{\"NotificationRequestItem\":{\"pspReference\":\"%s\",\"originalReference\":\"%s\",\"merchantAccountCode\":\"%s\",\"merchantReference\":\"%s\",\"amount\":{\"value\":100,\"currency\":\"EUR\"},\"eventCode\":\"AUTHORISATION\",\"success\":\"true\",\"additionalData\":{\"hmacSignature\":\""
            + signature
            + "\"}}}]}";
    assertThat(adyen.judge(Given.post(Map.of(), genuine.formatted("PSP1", "", "ACC", "a:b")), NOW))
        .isInstanceOf(Verdict.Verified.class);
    assertThat(adyen.judge(Given.post(Map.of(), genuine.formatted("PSP1", ":ACC", "a", "b")), NOW))
        .isInstanceOf(Verdict.Rejected.class);
    assertThat(adyen.judge(Given.post(Map.of(), genuine.formatted("PSP1:", "ACC", "a", "b")), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  @DisplayName("P3: of a batch with one false item nothing is taken")
  void adyensBatchIsAsGoodAsItsWorstItem() {
    String one = new String(sender("adyen").first().body(), StandardCharsets.UTF_8);
    String item = one.substring(one.indexOf("[{") + 1, one.lastIndexOf("}]") + 1);
    String two = one.replace(item, item + "," + item.replace("\"value\":100", "\"value\":999"));
    assertThat(sender("adyen").source().get().judge(Given.post(Map.of(), two), NOW))
        .isEqualTo(new Verdict.Rejected("no signature matches"));
  }

  /** SHA-256 over secret and body can be continued by a stranger, but not into a JSON document. */
  @Test
  void hubSpotsFirstVersionIsNotContinued() throws Exception {
    String known = "[{\"eventId\":1,\"portalId\":6,\"occurredAt\":1}]";
    byte[] continued = LengthExtension.padding(SECRET.length(), utf8(known));
    byte[] body = LengthExtension.joined(utf8(known), continued, utf8("[{\"eventId\":2}]"));
    String signature =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256")
                    .digest(LengthExtension.joined(utf8(SECRET), body)));
    Verdict verdict =
        Senders.given("hubspot", SECRET)
            .source()
            .judge(
                Given.post(
                    Given.headers(
                        "X-HubSpot-Signature", signature, "X-HubSpot-Signature-Version", "v1"),
                    body),
                NOW);
    assertThat(verdict).isInstanceOf(Verdict.Unusable.class);
  }

  @Test
  void hubSpotsThirdVersionIsNotLeftForTheFirst() {
    Sender first = sender("hubspot v1");
    RawRequest good = first.first();
    RawRequest both =
        new RawRequest(
            good.method(),
            good.url(),
            Headers.of(
                Map.of(
                    "X-HubSpot-Signature", good.headers().all("X-HubSpot-Signature"),
                    "X-HubSpot-Signature-Version", List.of("v1"),
                    "X-HubSpot-Signature-v3", List.of("AAAA"))),
            good.body());
    assertThat(first.source().get().judge(both, NOW)).isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void gitLabsSigningTokenIsNotLeftForTheOther() {
    String signing = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    RawRequest shown =
        Given.post(
            Given.headers(
                "X-Gitlab-Token", "shown",
                "webhook-signature", "v1,AAAA",
                "webhook-id", "1",
                "webhook-timestamp", Signing.TIME),
            "{\"object_kind\":\"push\"}");
    assertThat(Senders.given("gitlab", signing).source().judge(shown, NOW))
        .isInstanceOf(Verdict.Rejected.class);
    assertThat(Senders.given("gitlab", signing + ",shown").source().judge(shown, NOW))
        .isInstanceOf(Verdict.Rejected.class);
    assertThat(
            Signing.event(Senders.given("gitlab", "shown").source().judge(shown, NOW)).idSigned())
        .as("without a signing token the id in the header proves nothing")
        .isFalse();
  }

  @Test
  void xerosEventsAreInTheOrderOfTheirNumbers() {
    byte[] body =
        utf8(
            "{\"events\":[{\"tenantId\":\"t\",\"resourceId\":\"r1\",\"eventCategory\":\"I\",\"eventType\":\"U\",\"eventDateUtc\":\"2026-01-01T00:00:00.1\"},{\"tenantId\":\"t\",\"resourceId\":\"r2\",\"eventCategory\":\"I\",\"eventType\":\"U\",\"eventDateUtc\":\"2026-01-01T00:00:00.1\"}],\"firstEventSequence\":41,\"lastEventSequence\":42}");
    Verdict verdict =
        Senders.given("xero", SECRET)
            .source()
            .judge(Given.post(Given.headers("x-xero-signature", base64(SECRET, body)), body), NOW);
    assertThat(Signing.events(verdict))
        .extracting(VerifiedEvent::orderField)
        .containsExactly("41", "42");
    assertThat(Signing.events(verdict)).extracting(VerifiedEvent::occurredAt).doesNotContainNull();
  }

  @ParameterizedTest
  @CsvSource({"mailgun", "paypal"})
  @DisplayName("P14: where the body is not signed, what was signed is good for one event")
  void whatWasSignedIsKept(String name) {
    Sender sender = sender(name);
    Source source = sender.source().get();
    Verdict.Verified one = (Verdict.Verified) source.judge(sender.first(), NOW);
    Verdict.Verified two = (Verdict.Verified) source.judge(sender.requests().of(2, NOW, 1), NOW);
    assertThat(one.proof()).isNotNull().isNotEqualTo(two.proof());
    assertThat(one.events()).noneMatch(VerifiedEvent::idSigned);
  }

  @Test
  void mailgunsParentSignatureBringsItsOwnProof() {
    Sender sender = sender("mailgun parent");
    Source source = sender.source().get();
    assertThat(((Verdict.Verified) source.judge(sender.first(), NOW)).proof())
        .isNotEqualTo(
            ((Verdict.Verified) source.judge(sender.requests().of(2, NOW, 1), NOW)).proof());
  }

  @Test
  void molliesClassicWebhooksHaveNoSecretAndSaySo() {
    assertThat(Given.provider("mollie").with("mollie.classic", "true").secret(SECRET).faults())
        .singleElement()
        .asString()
        .contains("mollie.classic")
        .doesNotContain(SECRET);
    assertThat(Given.provider("mollie").faults()).singleElement().asString().contains("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "id=", "id=<b>", "id=tr_1&id=tr_2", "id=tr_" + "id", "nothing"})
  void molliesClassicWebhooksAreAnIdAndNothingElse(String body) {
    Source source = Given.provider("mollie").with("mollie.classic", "true").source();
    Verdict verdict = source.judge(Given.post(Map.of(), body), NOW);
    assertThat(verdict instanceof Verdict.Unusable).isEqualTo(!body.equals("id=tr_id"));
  }

  @Test
  void snsNeedsItsTopics() {
    assertThat(Given.provider("aws-sns").faults())
        .singleElement()
        .asString()
        .contains("sns.topics");
    assertThat(Given.provider("aws-sns").with("sns.topics", "orders").faults())
        .singleElement()
        .asString()
        .contains("sns.topics");
    assertThat(
            Given.provider("aws-sns")
                .with("sns.topics", "arn:aws:sns:eu-central-1:123456789012:a")
                .with("sns.confirm", "arn:aws:sns:eu-central-1:123456789012:b")
                .faults())
        .singleElement()
        .asString()
        .contains("sns.confirm");
  }

  @ParameterizedTest
  @CsvSource({
    "plaid,only-one-part",
    "braintree,only-one-part",
    "discord,xyz",
    "sendgrid,AAAA",
    "adyen,not-hex"
  })
  void secretsOfAnotherFormAreFaults(String provider, String secret) {
    assertThat(Senders.given(provider, secret).faults())
        .singleElement()
        .asString()
        .contains("inbox.source.here.secret")
        .doesNotContain(secret);
  }

  /** A document type could make this server read files or call hosts. */
  @Test
  void braintreesXmlHasNoEntities() {
    RawRequest bomb =
        Senders.braintree(
            "<!DOCTYPE n [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><notification><timestamp>2026-01-01T00:00:00Z</timestamp><kind>&x;</kind></notification>");
    assertThat(Senders.given("braintree", "pub:priv").source().judge(bomb, NOW))
        .isInstanceOf(Verdict.Unusable.class);
  }

  @Test
  void braintreesSubjectIsTheFirstThingInIt() {
    RawRequest request =
        Senders.braintree(
            "<notification><timestamp>2026-01-01T00:00:00Z</timestamp><kind>dispute_opened</kind><subject><dispute><id>d&amp;1</id><transaction><id>t</id></transaction></dispute><other><id>o</id></other></subject></notification>");
    assertThat(
            Signing.event(Senders.given("braintree", "pub:priv").source().judge(request, NOW))
                .objectKey())
        .isEqualTo("d&1");
  }

  @Test
  void cloudEventsAttributesComeFromOnePlace() {
    RawRequest both =
        Given.post(
            Given.headers(
                "Authorization",
                "Bearer " + SECRET,
                "ce-id",
                "1",
                "ce-source",
                "/a",
                "Content-Type",
                "application/json"),
            "{\"id\":\"2\",\"source\":\"/b\"}");
    RawRequest bodyOnly =
        Given.post(
            Given.headers("Authorization", "Bearer " + SECRET, "Content-Type", "application/json"),
            "{\"id\":\"2\",\"source\":\"/b\"}");
    Source source = Senders.given("cloudevents", SECRET).source();
    assertThat(source.judge(both, NOW)).isInstanceOf(Verdict.Verified.class);
    assertThat(source.judge(bodyOnly, NOW)).isInstanceOf(Verdict.Unusable.class);
  }

  @Test
  void accountsComeFromTheDocumentWhereThatWasAskedFor() {
    byte[] body = utf8("{\"event_id\":\"e\",\"merchant_id\":\"M1\"}");
    String url = "https://inbox.example/hooks/here";
    RawRequest request =
        Given.post(
            Given.headers("x-square-hmacsha256-signature", base64(SECRET, utf8(url), body)), body);
    assertThat(
            Signing.event(
                    Senders.given("square", SECRET)
                        .with("account-from", "payload")
                        .source()
                        .judge(request, NOW))
                .accountScope())
        .isEqualTo("M1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"shopify", "paddle", "paypal", "mailgun", "sendgrid", "pagerduty", "mollie"})
  void providersThatSignNoAccountTakeNoneFromThePayload(String provider) {
    String secret =
        provider.equals("sendgrid")
            ? Base64.getEncoder().encodeToString(Signing.curveKeys().getPublic().getEncoded())
            : SECRET;
    assertThat(Senders.given(provider, secret).with("account-from", "payload").faults())
        .singleElement()
        .asString()
        .contains("account-from");
  }

  /** What is verified and not understood must not be answered with success: it would be lost. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"events\":{}}", "[1]", "null", "7", "{\"entry\":[]}x"})
  void aDocumentThatIsNoBatchIsNotTakenForAnEmptyOne(String document) {
    for (String name : List.of("xero", "meta page", "hubspot v1")) {
      RawRequest request = sender(name).signer().orElseThrow().apply(utf8(document));
      assertThat(sender(name).source().get().judge(request, NOW))
          .as(name)
          .isInstanceOf(Verdict.Unusable.class);
    }
  }

  /** A parser that stops early would let a stranger append to what SHA-256 alone protects. */
  @ParameterizedTest
  @ValueSource(strings = {"{}x", "{} {}", "[],", "[]]", "{}\u0000", "\u0000{}", "7", "\"a\"", ""})
  void aDocumentEndsWhereItEnds(String text) {
    assertThat(Document.of(utf8(text))).isEmpty();
    assertThat(Document.of(utf8(" {\"a\":[1]}\r\n\t "))).isPresent();
  }

  @Test
  void metasEntriesOfAnUnknownFormAreEventsAllTheSame() {
    String body =
        "{\"object\":\"user\",\"entry\":[{\"id\":\"1\",\"time\":1767225600,\"changed_fields\":[\"feed\"]}]}";
    RawRequest request = sender("meta page").signer().orElseThrow().apply(utf8(body));
    assertThat(Signing.event(sender("meta page").source().get().judge(request, NOW)).type())
        .isEqualTo("user");
  }

  @Test
  void derivedIdsTellFieldsApart() {
    DerivedId one = DerivedId.version(1).maybe("a", Field.json("/a")).maybe("b", Field.json("/b"));
    assertThat(
            List.of(
                id(one, "{\"a\":\"xy\",\"b\":\"\"}"),
                id(one, "{\"a\":\"x\",\"b\":\"y\"}"),
                id(one, "{\"a\":\"\",\"b\":\"xy\"}"),
                id(one, "{\"b\":\"xy\"}"),
                id(one, "{\"a\":\"\\ud800\"}"),
                id(one, "{\"a\":\"?\"}")))
        .doesNotHaveDuplicates()
        .allMatch(it -> it.startsWith("v1:"));
    assertThat(id(DerivedId.version(2).maybe("a", Field.json("/a")), "{}")).startsWith("v2:");
  }

  private static String id(DerivedId id, String document) {
    return id.in(new Message(Given.post(Map.of(), document))).orElseThrow();
  }
}
