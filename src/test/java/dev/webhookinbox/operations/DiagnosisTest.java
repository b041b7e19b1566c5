package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Signer;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.signature.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DiagnosisTest {

  private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
  private static final byte[] BODY = "{\"type\":\"a.b\"}".getBytes(UTF_8);
  private static final Map<String, String> KEYS = keys();

  private static Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>(Sources.settings());
    keys.put("inbox.sources", keys.get("inbox.sources") + ",url");
    keys.put("inbox.source.url.provider", "hmac");
    keys.put("inbox.source.url.secret", Sources.RAW_SECRET);
    keys.put("inbox.source.url.hmac.signed", "{url}{body}");
    keys.put("inbox.source.url.hmac.id", "sha256");
    return keys;
  }

  private static Settings settings() {
    return new Settings(key -> Optional.ofNullable(KEYS.get(key)), KEYS.keySet());
  }

  private static List<Finding> findings(String name, Capture capture) {
    Source source = dev.webhookinbox.signature.Sources.read(settings()).named(name).orElseThrow();
    return new Diagnosis(source, capture, NOW, HeaderNames.of(settings(), name))
        .report()
        .findings();
  }

  private static Capture capture(SignedRequest request) {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return new Capture("POST", "https://h/in", headers, request.body(), null);
  }

  private static SignedRequest standard(Instant time) {
    return Sources.STANDARD.sign("evt_1", time, BODY);
  }

  @Test
  @DisplayName("nothing is found in a request that verifies")
  void genuine() {
    assertThat(findings("standard", capture(standard(NOW)))).isEmpty();
  }

  @Test
  @DisplayName("the seconds outside the tolerance are told, on both sides")
  void time() {
    List<Finding> late = findings("standard", capture(standard(NOW.minusSeconds(427))));
    List<Finding> early = findings("stripe", early());

    assertThat(late).singleElement().satisfies(it -> assertTime(it, 127L, 427L, "before"));
    assertThat(early).singleElement().satisfies(it -> assertTime(it, 20L, 320L, "after"));
  }

  private static Capture early() {
    byte[] body = "{\"id\":\"evt_1\"}".getBytes(UTF_8);
    return capture(Sources.STRIPE.sign("", NOW.plus(Duration.ofSeconds(320)), body));
  }

  private static void assertTime(Finding finding, long outside, long away, String direction) {
    assertThat(finding.kind()).isEqualTo("time");
    assertThat((Long) finding.details().get("secondsOutside")).isBetween(outside - 1, outside + 1);
    assertThat(finding.details())
        .containsEntry("secondsAway", away)
        .containsEntry("direction", direction);
  }

  @Test
  @DisplayName("every header that is missing is named, those of a scheme of one's own too")
  void missing() {
    SignedRequest bare =
        standard(NOW)
            .without("webhook-signature")
            .without("webhook-id")
            .without("webhook-timestamp");

    assertThat(findings("standard", capture(bare)))
        .extracting(it -> it.details().get("header"))
        .containsExactlyInAnyOrder("webhook-signature", "webhook-id", "webhook-timestamp");
    assertThat(findings("standard", capture(standard(NOW).without("webhook-id"))))
        .extracting(it -> it.details().get("header"))
        .containsExactly("webhook-id");
    assertThat(findings("raw", capture(Sources.RAW.sign("1", BODY).without("X-Signature"))))
        .extracting(it -> it.details().get("header"))
        .containsExactly("X-Signature");
    assertThat(findings("github", capture(standard(NOW))))
        .extracting(it -> it.details().get("header"))
        .containsExactly("X-Hub-Signature-256");
  }

  @Test
  @DisplayName("a header that no signature needs but the event's identity does is named too")
  void missingId() {
    assertThat(
            findings(
                "github", capture(Sources.GITHUB.sign("1", BODY).without("X-GitHub-Delivery"))))
        .extracting(it -> it.details().get("header"))
        .containsExactly("X-GitHub-Delivery");
  }

  @Test
  @DisplayName("a header that is there twice is named")
  void repeated() {
    Capture capture = capture(standard(NOW));
    String id = standard(NOW).header("webhook-id");
    capture.headers().put("webhook-id", List.of(id, id));

    assertThat(findings("standard", capture))
        .extracting(Finding::kind, it -> it.details().get("header"))
        .containsExactly(tuple("header-repeated", "webhook-id"));
  }

  @Test
  @DisplayName("a body that was altered and a time that has passed are both found")
  void alteredAndLate() {
    SignedRequest changed =
        standard(NOW.minusSeconds(4_000)).withBody("{ \"type\": \"a.b\" }\n".getBytes(UTF_8));

    assertThat(findings("standard", capture(changed)))
        .extracting(Finding::kind)
        .containsExactly("altered", "time");
  }

  @Test
  @DisplayName("a signature of another secret is said to be one")
  void otherSecret() {
    SignedRequest other = Signer.github("another", "push").sign("1", BODY);

    assertThat(findings("github", capture(other)))
        .extracting(Finding::kind)
        .containsExactly("no-secret-matches");
  }

  @Test
  @DisplayName("where the URL is signed, the one that the sender called is found")
  void url() {
    byte[] signed = ("https://h/in" + new String(BODY, UTF_8)).getBytes(UTF_8);
    SignedRequest request = Sources.RAW.sign("1", signed).withBody(BODY);

    assertThat(findings("url", capture(request))).isEmpty();
    assertThat(findings("url", capture(request).withUrl("http://h/in/")))
        .extracting(it -> it.details().get("variation"))
        .containsExactly("URL with scheme https, path without / at its end");
  }

  @Test
  @DisplayName("a body of a megabyte that nothing matches is given up within seconds")
  void bounded() {
    byte[] large = ("[\"" + "é/".repeat(340_000) + "\"]").getBytes(UTF_8);
    long before = System.nanoTime();

    List<Finding> findings =
        findings("standard", capture(standard(NOW.minusSeconds(999)).withBody(large)));

    assertThat(findings).extracting(Finding::kind).contains("no-secret-matches");
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
  }
}
