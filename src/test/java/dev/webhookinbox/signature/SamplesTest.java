package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Sources;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test events: a source makes a request that it takes for genuine itself. */
class SamplesTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final SampleEvent EVENT = new SampleEvent("inbox-test-1", "order.made");

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
    assertThat(event.eventId()).isEqualTo("inbox-test-1");
    assertThat(event.type()).isEqualTo("order.made");
  }

  static Stream<Given> notSigning() {
    return Stream.of(
        Given.provider("standard-webhooks").secret("whpk_" + "A".repeat(43) + "="),
        Given.provider("gitlab").secret("a-token"),
        hmac().with("hmac.id", "sha256"),
        hmac().with("hmac.id", "json:/id").with("hmac.signed", "{header:X-Other}.{body}"));
  }

  @ParameterizedTest
  @MethodSource("notSigning")
  @DisplayName("where this side cannot sign there is no sample")
  void none(Given given) {
    assertThat(given.source().sample(EVENT, NOW)).isEmpty();
  }

  @Test
  @DisplayName("two samples of one kind have other bytes: neither is a replay of the other")
  void otherBytes() {
    Source source = Given.provider("github").secret("s").source();
    SampleEvent other = new SampleEvent("inbox-test-2", "order.made");

    assertThat(source.sample(EVENT, NOW).orElseThrow().body())
        .isNotEqualTo(source.sample(other, NOW).orElseThrow().body());
  }
}
