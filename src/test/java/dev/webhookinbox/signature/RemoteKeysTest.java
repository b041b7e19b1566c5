package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that are fetched from a provider, on the word of a request that nobody believes yet. */
class RemoteKeysTest {

  private record Fetching(Sender sender, Given source) {
    Source with(RemoteFetch remote) {
      return source.remote(remote).source();
    }

    @Override
    public String toString() {
      return sender.name();
    }
  }

  static Stream<Fetching> fetching() {
    return Senders.list().stream()
        .flatMap(
            sender ->
                switch (sender.name()) {
                  case "paypal" -> Stream.of(new Fetching(sender, Senders.given("paypal", "WH1")));
                  case "plaid signal" ->
                      Stream.of(new Fetching(sender, Senders.given("plaid", "c:s")));
                  case "aws-sns v2" ->
                      Stream.of(
                          new Fetching(
                              sender,
                              Given.provider("aws-sns")
                                  .with(
                                      "sns.topics",
                                      "arn:aws:sns:eu-central-1:123456789012:orders")));
                  default -> Stream.empty();
                });
  }

  @ParameterizedTest
  @MethodSource("fetching")
  @DisplayName(
      "P5: while a key cannot be fetched the answer is to try again, never that the request is false")
  void unreachable(Fetching fetching) {
    for (RemoteFetch remote :
        List.of(Published.status(500), Published.status(429), Published.status(503))) {
      assertThat(fetching.with(remote).judge(fetching.sender().first(), NOW))
          .isInstanceOf(Verdict.Unavailable.class);
    }
  }

  @ParameterizedTest
  @MethodSource("fetching")
  void aKeyThatDoesNotExistIsAskedForOnce(Fetching fetching) {
    Published remote =
        fetching.toString().startsWith("plaid")
            ? Published.of(400, "{\"error_code\":\"INVALID_WEBHOOK_VERIFICATION_KEY_ID\"}")
            : Published.status(404);
    Source source = fetching.with(remote);
    for (int request = 0; request < 20; request++) {
      assertThat(source.judge(fetching.sender().first(), NOW)).isInstanceOf(Verdict.Rejected.class);
    }
    assertThat(remote.asked()).hasSize(1);
    source.judge(fetching.sender().first(), NOW.plus(Duration.ofMinutes(6)));
    assertThat(remote.asked()).as("and again after a while").hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("fetching")
  @DisplayName(
      "P5: an answer that is no key, such as a proxy's page, proves nothing against the request")
  void whatIsNoKey(Fetching fetching) {
    for (String nonsense :
        List.of("", "no key", "{\"key\":{\"kty\":\"EC\"}}", "[".repeat(60_000))) {
      assertThat(fetching.with(Published.of(nonsense)).judge(fetching.sender().first(), NOW))
          .isInstanceOf(Verdict.Unavailable.class);
    }
    for (int status : List.of(302, 400, 401, 403)) {
      assertThat(fetching.with(Published.status(status)).judge(fetching.sender().first(), NOW))
          .isInstanceOf(Verdict.Unavailable.class);
    }
  }

  @Test
  @DisplayName("P5: a key that was good stays so while it cannot be asked for again")
  void aKeyThatCannotBeRefreshed() {
    RemoteKeys<String> keys =
        new RemoteKeys<>(
            (name, now) -> {
              if (now.equals(NOW)) {
                return Optional.of("key");
              }
              throw new IOException("no network");
            });
    RemoteKeys.Known<String> good = keys.named("k", NOW);
    Instant later = NOW.plus(Duration.ofHours(7));
    assertThat(keys.named("k", later)).isEqualTo(good).isInstanceOf(RemoteKeys.Found.class);
    assertThat(keys.named("other", later)).isInstanceOf(RemoteKeys.Unreachable.class);
  }

  @Test
  void aCertificateThatNamesSomebodyElseIsNoKey() {
    SelfSigned stranger = SelfSigned.named("sns.evil.example");
    Fetching sns =
        fetching().filter(it -> it.toString().startsWith("aws")).findFirst().orElseThrow();
    assertThat(sns.with(Published.of(stranger.pem())).judge(sns.sender().first(), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void aCertificateThatIsNoLongerValidIsNoKey() {
    Sender sns =
        Senders.list().stream()
            .filter(it -> it.name().equals("aws-sns v2"))
            .findFirst()
            .orElseThrow();
    assertThat(sns.source().get().judge(sns.first(), NOW.plus(Duration.ofDays(400))))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://api.paypal.com/v1/notifications/certs/CERT-1",
        "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1",
        "https://evil.example/v1/notifications/certs/CERT-1",
        "https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1",
        "https://api.paypal.com:8443/v1/notifications/certs/CERT-1",
        "https://api.paypal.com/v1/notifications/../../secret",
        "https://api.paypal.com/v1/notifications/certs/CERT-1?to=evil",
        "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        "https://169.254.169.254/v1/notifications/certs/CERT-1",
        "file:///etc/passwd",
        "//api.paypal.com/v1/notifications/certs/CERT-1"
      })
  void aCertificateElsewhereIsNeverFetched(String url) {
    Sender paypal =
        Senders.list().stream().filter(it -> it.name().equals("paypal")).findFirst().orElseThrow();
    RawRequest good = paypal.first();
    Published remote = Published.status(200);
    Map<String, String> headers = new TreeMap<>();
    for (String name : List.of("ID", "TIME", "SIG")) {
      String header = "PAYPAL-TRANSMISSION-" + name;
      headers.put(header, good.headers().only(header).orElseThrow());
    }
    headers.put("PAYPAL-AUTH-ALGO", "SHA256withRSA");
    headers.put("PAYPAL-CERT-URL", url);
    assertThat(
            Senders.given("paypal", "WH1")
                .remote(remote)
                .source()
                .judge(Given.post(headers, good.body()), NOW))
        .isInstanceOf(Verdict.Rejected.class);
    assertThat(remote.asked()).isEmpty();
  }
}
