package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.handler.EventKey;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Test events: a source makes a request that it takes for genuine itself. */
class SamplesTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final SampleEvent EVENT = event("1", "order.made");

  /** What this side cannot sign for, or what only says where to look. */
  private static final Set<String> WITHOUT =
      Set.of(
          "aws-sns v1",
          "aws-sns v2",
          "discord",
          "dropbox",
          "mollie classic",
          "paypal",
          "plaid session",
          "plaid signal",
          "sendgrid",
          "standard-webhooks v1a");

  private static SampleEvent event(String digit, String type) {
    UUID uuid = UUID.fromString("00000000-0000-0000-0000-00000000000" + digit);
    return new SampleEvent(EventKey.TEST + uuid, type);
  }

  /** {@code SendersTest} sees to it that no profile is missing. */
  static Stream<Sender> able() {
    return Senders.list().stream().filter(sender -> !WITHOUT.contains(sender.name()));
  }

  static Stream<Sender> unable() {
    return Senders.list().stream().filter(sender -> WITHOUT.contains(sender.name()));
  }

  @ParameterizedTest
  @MethodSource("able")
  @DisplayName("a sample of every profile whose secret signs verifies, and is the event asked for")
  void ofEveryProfile(Sender sender) {
    Source source = sender.source().get();

    RawRequest sample = source.sample(EVENT, NOW).orElseThrow();

    VerifiedEvent event = Signing.event(source.judge(sample, NOW));
    assertThat(event.eventId()).isEqualTo(EVENT.id());
    assertThat(event.type()).isEqualTo(sender.provider().equals("hmac") ? "" : "order.made");
    assertThat(event.signal()).isFalse();
    assertThat(sender.stranger().get().judge(sample, NOW)).isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @MethodSource("able")
  @DisplayName("P3: a sample with one byte changed is refused where the body is signed")
  void ofOneBody(Sender sender) {
    Source source = sender.source().get();
    RawRequest sample = source.sample(EVENT, NOW).orElseThrow();
    if (((Verdict.Verified) source.judge(sample, NOW)).binding() == BodyBinding.RAW) {
      byte[] body = sample.body().clone();
      body[body.length / 2] ^= 1;

      assertThat(
              source.judge(
                  new RawRequest(sample.method(), sample.url(), sample.headers(), body), NOW))
          .isInstanceOf(Verdict.Rejected.class);
    }
  }

  @ParameterizedTest
  @MethodSource("able")
  @DisplayName("P14: two samples share no bytes and no proof: neither is a replay of the other")
  void ofItsOwn(Sender sender) {
    Source source = sender.source().get();
    RawRequest one = source.sample(EVENT, NOW).orElseThrow();
    RawRequest two = source.sample(event("2", "order.made"), NOW).orElseThrow();

    assertThat(one.body()).isNotEqualTo(two.body());
    assertThat(Stream.of(one, two).flatMap(it -> proof(source.judge(it, NOW))))
        .doesNotHaveDuplicates();
  }

  private static Stream<String> proof(Verdict verdict) {
    return Stream.ofNullable(((Verdict.Verified) verdict).proof());
  }

  @ParameterizedTest
  @MethodSource("unable")
  @DisplayName("with a public key alone, and of what only says where to look, there is no sample")
  void ofNoOther(Sender sender) {
    assertThat(sender.source().get().sample(EVENT, NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "github, ping",
    "intercom, ping",
    "pagerduty, pagey.ping",
    "zoom, endpoint.url_validation",
    "linear, Issue",
    "xero, INVOICE",
    "adyen, a:b"
  })
  @DisplayName("what a profile would not take for an event of this type is no sample")
  void ofNoEvent(String provider, String type) {
    String secret = provider.equals("adyen") ? "00" : "s";
    assertThat(Given.provider(provider).secret(secret).source().sample(event("1", type), NOW))
        .isEmpty();
  }

  @Test
  @DisplayName("a signed URL is the public one")
  void publicUrl() {
    Source source =
        Given.provider("square")
            .secret("s")
            .with("public-url", "https://hooks.example.com/in")
            .source();
    RawRequest sample = source.sample(EVENT, NOW).orElseThrow();

    assertThat(sample.headers().only("x-square-hmacsha256-signature"))
        .contains(Signing.base64("s", Signing.utf8("https://hooks.example.com/in"), sample.body()));
  }

  @Test
  @DisplayName("a shown secret is quoted where it stands in a JSON document")
  void quotedToken() {
    Source source = Given.provider("microsoft-graph").secret("a\"b").source();
    RawRequest sample = source.sample(EVENT, NOW).orElseThrow();

    assertThat(source.judge(sample, NOW)).isInstanceOf(Verdict.Verified.class);
  }

  @Test
  @DisplayName("with both kinds of GitLab's secrets a sample is signed")
  void gitLab() {
    Source source = Given.provider("gitlab").secret("shown," + Sources.STANDARD_SECRET).source();
    RawRequest sample = source.sample(EVENT, NOW).orElseThrow();

    assertThat(sample.headers().all("X-Gitlab-Token")).isEmpty();
    assertThat(((Verdict.Verified) source.judge(sample, NOW)).binding()).isEqualTo(BodyBinding.RAW);
  }

  @Test
  @DisplayName("what only looks like a test's id has its id derived as ever")
  void derived() {
    DerivedId id = DerivedId.version(1).with("a", Field.json("/a")).with("b", Field.json("/b"));

    assertThat(id.in(message("inbox-test-1")).orElseThrow()).startsWith("v1:");
    assertThat(id.in(message(EVENT.id()))).contains(EVENT.id());
  }

  private static Message message(String text) {
    return new Message(Given.post(Map.of(), "{\"a\":1,\"b\":\"" + text + "\"}"));
  }

  static Stream<Given> signing() {
    return Stream.of(
        Given.provider("standard-webhooks").secret(Sources.STANDARD_SECRET),
        Given.provider("svix").secret(Sources.STANDARD_SECRET),
        Given.provider("stripe").secret("whsec_new,whsec_old"),
        Given.provider("github").secret("s"),
        Given.provider("shopify").secret("s"),
        hmac().with("hmac.id", "header:X-Id").with("hmac.type", "header:X-Type"),
        hmac().with("hmac.id", "json:/event/id").with("hmac.type", "json:/event/type"),
        hmac()
            .with("hmac.id", "json:/id")
            .with("hmac.type", "header:X-Type")
            .with("hmac.timestamp", "header:X-Time")
            .with("hmac.timestamp-form", "iso"),
        hmac()
            .with("hmac.id", "header:X-Id")
            .with("hmac.type", "json:/type")
            .with("hmac.separator", "semicolon")
            .with("hmac.prefix", "v1=")
            .with("hmac.encoding", "base64")
            .with("hmac.algorithm", "sha512")
            .with("hmac.timestamp", "element:t=")
            .with("hmac.timestamp-form", "millis"));
  }

  private static Given hmac() {
    return Given.provider("hmac").secret("s");
  }

  @ParameterizedTest
  @MethodSource("signing")
  @DisplayName("a sample verifies, and bears its id and type")
  void verifies(Given given) {
    Source source = given.source();

    RawRequest request = source.sample(EVENT, NOW).orElseThrow();

    assertThat(source.judge(request, NOW)).isInstanceOf(Verdict.Verified.class);
    VerifiedEvent event = ((Verdict.Verified) source.judge(request, NOW)).events().get(0);
    assertThat(event.eventId()).isEqualTo(EVENT.id());
    assertThat(event.type()).isEqualTo("order.made");
  }

  static Stream<Given> notSigning() {
    return Stream.of(
        Given.provider("standard-webhooks").secret("whpk_" + "A".repeat(43) + "="),
        hmac().with("hmac.id", "sha256"),
        hmac().with("hmac.id", "json:/id").with("hmac.signed", "{header:X-Other}.{body}"));
  }

  @ParameterizedTest
  @MethodSource("notSigning")
  @DisplayName("where this side cannot sign there is no sample")
  void none(Given given) {
    assertThat(given.source().sample(EVENT, NOW)).isEmpty();
  }
}
