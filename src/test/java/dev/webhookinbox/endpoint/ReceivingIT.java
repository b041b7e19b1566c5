package dev.webhookinbox.endpoint;

import static dev.webhookinbox.fixture.Sources.GITHUB;
import static dev.webhookinbox.fixture.Sources.RAW;
import static dev.webhookinbox.fixture.Sources.STANDARD;
import static dev.webhookinbox.fixture.Sources.STRIPE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Digest;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Signer;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The front door from outside: one server, one PostgreSQL, one target behind an http route. */
@Tag("core")
class ReceivingIT {

  private static final int LIMIT = 1000;
  private static final Path PAYLOADS = Path.of("src/test/resources/providers/payloads");

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Target target;
  private static Server server;
  private static Hooks hooks;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
    server =
        Server.on(database)
            .with(Sources.settingsTo(target.url("/in")))
            .with("inbox.sources", "standard,stripe,github,raw,small")
            .with("inbox.source.small.provider", "hmac")
            .with("inbox.source.small.secret", Sources.RAW_SECRET)
            .with("inbox.source.small.hmac.header", "X-Signature")
            .with("inbox.source.small.hmac.id", "header:X-Event-Id")
            .with("inbox.source.small.max-body", Integer.toString(LIMIT))
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    target.close();
    postgres.close();
  }

  private static String fresh() {
    return "evt_" + UUID.randomUUID();
  }

  private static long rows(String eventId) {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE event_id = ?", eventId);
  }

  private static String stripeBody(String id) {
    return "{\"id\":\"" + id + "\",\"object\":\"event\",\"type\":\"invoice.paid\",\"created\":1}";
  }

  private static HttpResponse<String> request(String method, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(server.baseUrl().resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static void assertProblem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(response.body()).contains("\"status\":" + status).contains("\"title\":");
    assertThat(response.body()).doesNotContain("Exception");
  }

  @Test
  @DisplayName(
      "P1, P4: the first delivery is accepted and the second is a duplicate, both with 200, no body, no cookie")
  void acceptedThenDuplicate() {
    String id = fresh();
    SignedRequest delivery = STANDARD.sign(id, "{\"type\":\"user.created\"}");

    HttpResponse<String> first = hooks.send("standard", delivery);
    long stored = rows(id);
    HttpResponse<String> second = hooks.send("standard", delivery);

    assertThat(stored).isEqualTo(1);
    assertThat(rows(id)).isEqualTo(1);
    assertThat(Hooks.result(first)).isEqualTo("accepted");
    assertThat(Hooks.result(second)).isEqualTo("duplicate");
    for (HttpResponse<String> response : List.of(first, second)) {
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEmpty();
      assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
    }
  }

  @Test
  @DisplayName("the stored event has its identity, its type, its state and its payload as JSON")
  void storedWhole() {
    String id = fresh();
    hooks.send("stripe", STRIPE.sign(id, stripeBody(id)));

    var row =
        database
            .rows("SELECT *, payload ->> 'id' AS id FROM webhook_events WHERE event_id = ?", id)
            .get(0);

    assertThat(row)
        .containsEntry("provider", "stripe")
        .containsEntry("account_scope", "stripe")
        .containsEntry("source", "stripe")
        .containsEntry("event_type", "invoice.paid")
        .containsEntry("id", id);
    await().until(() -> "done".equals(state(id)));
  }

  private static String state(String id) {
    return database.value(String.class, "SELECT state FROM webhook_jobs WHERE event_id = ?", id);
  }

  @Test
  @DisplayName("a source that does not exist is 404, whatever the method")
  void unknownSource() throws Exception {
    assertProblem(request("POST", "/hooks/nobody"), 404);
    assertProblem(request("POST", "/hooks/"), 404);
    assertProblem(request("POST", "/hooks/standard/more"), 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "PUT", "DELETE", "PATCH", "OPTIONS"})
  @DisplayName("any other method is 405 with Allow")
  void otherMethods(String method) throws Exception {
    HttpResponse<String> response = request(method, "/hooks/standard");

    assertProblem(response, 405);
    assertThat(response.headers().firstValue("Allow")).contains("POST");
  }

  @Test
  @DisplayName("HEAD is 405 with Allow")
  void head() throws Exception {
    HttpResponse<String> response = request("HEAD", "/hooks/standard");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("POST");
  }

  static Stream<Arguments> broken() {
    UnaryOperator<SignedRequest> same = request -> request;
    Instant now = Instant.now();
    return Stream.of(
        Arguments.of("absent", now, without("webhook-signature")),
        Arguments.of("malformed", now, with("webhook-signature", "nonsense")),
        Arguments.of("empty", now, with("webhook-signature", "")),
        Arguments.of("not base64", now, with("webhook-signature", "v1,%%%")),
        Arguments.of("of another secret", now, with("webhook-signature", otherSignature(now))),
        Arguments.of("with an altered body", now, withBody("{\"type\":\"altered\"}")),
        Arguments.of("without its time", now, without("webhook-timestamp")),
        Arguments.of("with a time that is none", now, with("webhook-timestamp", "yesterday")),
        Arguments.of("with a time beyond numbers", now, with("webhook-timestamp", "9".repeat(40))),
        Arguments.of("stale", now.minus(Duration.ofMinutes(6)), same),
        Arguments.of("from the future", now.plus(Duration.ofMinutes(6)), same));
  }

  private static UnaryOperator<SignedRequest> without(String header) {
    return request -> request.without(header);
  }

  private static UnaryOperator<SignedRequest> with(String header, String value) {
    return request -> request.with(header, value);
  }

  private static UnaryOperator<SignedRequest> withBody(String body) {
    return request -> request.withBody(body.getBytes(UTF_8));
  }

  private static String otherSignature(Instant now) {
    return Signer.standardWebhooks("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        .sign("x", now, new byte[0])
        .header("webhook-signature");
  }

  @ParameterizedTest(name = "a signature that is {0}")
  @MethodSource("broken")
  @DisplayName("P3: a rejected request stores nothing and takes no key")
  void rejectedThenValid(String what, Instant time, UnaryOperator<SignedRequest> broken) {
    String id = fresh();
    byte[] body = "{\"type\":\"x\"}".getBytes(UTF_8);

    HttpResponse<String> rejected =
        hooks.send("standard", broken.apply(STANDARD.sign(id, time, body)));
    long stored = rows(id);
    HttpResponse<String> accepted = hooks.send("standard", STANDARD.sign(id, body));

    assertProblem(rejected, 401);
    assertThat(stored).as(what).isZero();
    assertThat(Hooks.result(accepted)).isEqualTo("accepted");
  }

  @Test
  @DisplayName("what is verified but not the provider's document is 400 and stores nothing")
  void notTheDocument() {
    long before = database.count("SELECT count(*) FROM webhook_jobs");

    assertProblem(hooks.send("stripe", STRIPE.sign("", "no json")), 400);
    assertProblem(hooks.send("stripe", STRIPE.sign("", "{\"object\":\"event\"}")), 400);
    assertProblem(hooks.send("stripe", STRIPE.sign("", "[".repeat(100_000))), 400);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("the limit is counted in bytes, chunked or not: at it 200, one more 413")
  void limit(boolean chunked) {
    String id = fresh();
    SignedRequest fits = RAW.sign(id, padded(id, LIMIT));
    SignedRequest over = RAW.sign(fresh(), padded(id, LIMIT + 1));

    HttpResponse<String> taken =
        chunked ? hooks.sendChunked("small", fits) : hooks.send("small", fits);
    HttpResponse<String> refused =
        chunked ? hooks.sendChunked("small", over) : hooks.send("small", over);

    assertThat(Hooks.result(taken)).isEqualTo("accepted");
    assertProblem(refused, 413);
    assertThat(rows(over.header("X-Event-Id"))).isZero();
  }

  private static byte[] padded(String id, int length) {
    return Arrays.copyOf(id.getBytes(UTF_8), length);
  }

  @Test
  @DisplayName("P3: a sender that stops half-way stores nothing, and its event is accepted later")
  void halfWay() {
    String id = fresh();
    SignedRequest delivery = RAW.sign(id, padded(id, 600));

    hooks.sendHalf("small", delivery, 300);

    assertThat(Hooks.result(hooks.send("small", delivery))).isEqualTo("accepted");
    assertThat(rows(id)).isEqualTo(1);
  }

  static List<Path> payloads() throws IOException {
    try (Stream<Path> files = Files.list(PAYLOADS)) {
      return files.filter(file -> !file.endsWith("SOURCES.md")).sorted().toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("payloads")
  @DisplayName("every real body is stored and handed on byte by byte through hmac")
  void anyBytes(Path file) {
    assertSameBytesAtTheTarget("raw", typed(RAW, contentType(file)), read(file));
  }

  @Test
  @DisplayName(
      "an empty body, NUL, and bytes that are no UTF-8 are stored and handed on as they are")
  void oddBytes() {
    assertSameBytesAtTheTarget("raw", RAW, new byte[0]);
    assertSameBytesAtTheTarget("raw", RAW, new byte[] {0, -1, -2, '{', 0});
    assertSameBytesAtTheTarget("raw", RAW, "{\"a\":\"\\u0000\\ud800\"}".getBytes(UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("payloads")
  @DisplayName("every real body that Standard Webhooks and GitHub could send arrives as it is")
  void jsonObjects(Path file) {
    byte[] body = read(file);
    if (isJsonObject(file)) {
      assertSameBytesAtTheTarget("standard", STANDARD, body);
      assertSameBytesAtTheTarget("github", GITHUB, body);
    }
    if (file.getFileName().toString().contains("stripe")) {
      stripeId(body).ifPresent(id -> assertSameBytes("stripe", STRIPE, id, body));
    }
  }

  private static Optional<String> stripeId(byte[] body) {
    try (JsonReader reader = Json.createReader(new ByteArrayInputStream(body))) {
      return Optional.ofNullable(reader.readObject().getString("id", null));
    }
  }

  /** With the type that the provider would send: a form that something reads as such is lost. */
  private static Signer typed(Signer signer, String contentType) {
    return (id, time, body) -> signer.sign(id, time, body).with("Content-Type", contentType);
  }

  private static String contentType(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".form")) {
      return "application/x-www-form-urlencoded";
    }
    return name.contains("multipart")
        ? "multipart/form-data; boundary=xYzZY"
        : "application/json; charset=utf-8";
  }

  private static boolean isJsonObject(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".json")
        && !name.startsWith("jsontestsuite-")
        && new String(read(file), UTF_8).stripLeading().startsWith("{");
  }

  private static void assertSameBytesAtTheTarget(String source, Signer signer, byte[] body) {
    assertSameBytes(source, signer, fresh(), body);
  }

  private static void assertSameBytes(String source, Signer signer, String id, byte[] body) {
    HttpResponse<String> response = hooks.send(source, signer.sign(id, body));

    assertThat(Hooks.result(response)).as(response.body()).isEqualTo("accepted");
    assertThat(Digest.sha256(storedBody(source, id))).isEqualTo(Digest.sha256(body));
    await().until(() -> arrived(source, id).isPresent());
    assertThat(Digest.sha256(arrived(source, id).orElseThrow().body()))
        .isEqualTo(Digest.sha256(body));
  }

  private static byte[] storedBody(String source, String id) {
    return database.value(
        byte[].class,
        "SELECT body FROM webhook_bodies JOIN webhook_jobs USING (delivery_id)"
            + " WHERE source = ? AND event_id = ?",
        source,
        id);
  }

  private static Optional<TargetRequest> arrived(String source, String id) {
    return target.requests().stream()
        .filter(request -> request.header("Inbox-Source").orElse("").equals(source))
        .filter(request -> request.header("Inbox-Event-Id").orElse("").equals(id))
        .findFirst();
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName(
      "P14: the signed bytes of an event under another unsigned id are a replay and not run")
  void replay() {
    byte[] body = ("{\"action\":\"opened\",\"n\":\"" + fresh() + "\"}").getBytes(UTF_8);
    String original = fresh();
    String forged = fresh();

    assertThat(Hooks.result(hooks.send("github", GITHUB.sign(original, body))))
        .isEqualTo("accepted");
    HttpResponse<String> replayed = hooks.send("github", GITHUB.sign(forged, body));

    assertThat(replayed.statusCode()).isEqualTo(200);
    assertThat(Hooks.result(replayed)).isEqualTo("replay");
    assertThat(rows(forged)).isZero();
    assertThat(Hooks.result(hooks.send("github", GITHUB.sign(original, body))))
        .isEqualTo("duplicate");
    assertThat(
            database.count("SELECT replays::bigint FROM webhook_jobs WHERE event_id = ?", original))
        .isEqualTo(1);
  }

  @Test
  @DisplayName(
      "P14: the same id with other signed bytes is a duplicate that is flagged on the event")
  void otherBytesUnderOneId() {
    String id = fresh();

    hooks.send("standard", STANDARD.sign(id, "{\"type\":\"a\"}"));
    HttpResponse<String> other = hooks.send("standard", STANDARD.sign(id, "{\"type\":\"b\"}"));

    assertThat(Hooks.result(other)).isEqualTo("duplicate");
    assertThat(database.count("SELECT altered::bigint FROM webhook_jobs WHERE event_id = ?", id))
        .isEqualTo(1);
  }

  @Test
  @DisplayName("P13: no secret and no signature stands in the server's log or in an error body")
  void nothingLeaks() {
    SignedRequest wrong = STANDARD.sign(fresh(), "{\"canary\":\"payload-canary-7\"}");
    String signature = wrong.header("webhook-signature");
    HttpResponse<String> response =
        hooks.send("standard", wrong.withBody("{\"canary\":\"payload-canary-8\"}".getBytes(UTF_8)));

    assertThat(response.body()).doesNotContain(signature, "payload-canary");
    assertThat(String.join("\n", server.log()))
        .doesNotContain(
            Sources.STANDARD_SECRET,
            Sources.STRIPE_SECRET,
            Sources.GITHUB_SECRET,
            Sources.RAW_SECRET,
            signature,
            "payload-canary");
  }

  @Test
  @DisplayName("the target is told who sent what, and gets the same idempotency key for one event")
  void identityAtTheTarget() {
    String id = fresh();
    hooks.send("stripe", STRIPE.sign(id, stripeBody(id)));
    await().until(() -> arrived("stripe", id).isPresent());

    TargetRequest request = arrived("stripe", id).orElseThrow();

    assertThat(request.path()).isEqualTo(URI.create("/in").getPath());
    assertThat(request.header("Idempotency-Key")).contains("stripe/stripe/" + id);
    assertThat(request.header("Inbox-Event-Type")).contains("invoice.paid");
    assertThat(request.header("Inbox-Attempt")).contains("1");
    assertThat(request.header("Content-Type")).contains("application/json");
  }
}
