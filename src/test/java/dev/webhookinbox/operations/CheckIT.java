package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Signer;
import dev.webhookinbox.fixture.Sources;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API from outside: who comes in, and what is said about a captured request. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("core")
class CheckIT {

  private static final String CHECK = "/api/sources/standard/check";
  private static final String OPERATOR = basic("anna", "operator-password-7");
  private static final byte[] BODY =
      "{\"type\":\"user.created\",\"c\":\"canary-9\"}".getBytes(UTF_8);
  private static final List<String> SECRET =
      List.of(
          Sources.STANDARD_SECRET,
          Sources.STRIPE_SECRET,
          Sources.GITHUB_SECRET,
          Sources.RAW_SECRET,
          "operator-password-7",
          "viewer-password-7",
          "pbkdf2-sha256",
          "canary-9");

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    server =
        Server.on(database)
            .with(Sources.settings())
            .with("inbox.operator.anna.password-hash", hash("operator-password-7"))
            .with("inbox.operator.anna.roles", "operator")
            .with("inbox.operator.bob.password-hash", hash("operator-password-7"))
            .with("inbox.operator.bob.roles", "operator")
            .with("inbox.operator.carl.password-hash", hash("operator-password-7"))
            .with("inbox.operator.carl.roles", "operator")
            .with("inbox.operator.vera.password-hash", hash("viewer-password-7"))
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  @AfterEach
  void nothingIsStored() {
    assertThat(database.count("SELECT count(*) FROM webhook_jobs")).isZero();
    assertThat(String.join("\n", server.log())).doesNotContain(SECRET);
  }

  private static String hash(String password) {
    return PasswordHash.of(password.toCharArray(), PasswordHash.LEAST_ITERATIONS).text();
  }

  private static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
  }

  private static HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.baseUrl().resolve(path));
  }

  private static HttpRequest.Builder post(String json) {
    return request(CHECK)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    return CLIENT.sendAsync(request.build(), BodyHandlers.ofString()).join();
  }

  private static void assertProblem(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(response.body()).contains("\"status\":" + status).doesNotContain("Exception");
  }

  @Test
  @DisplayName("nothing under /api is open without a user, not even to learn which paths there are")
  void closed() {
    for (String path : List.of(CHECK, "/api", "/api/", "/api/none", "/api/sources")) {
      HttpResponse<String> response = send(request(path));
      assertProblem(response, 401);
      assertThat(response.headers().firstValue("WWW-Authenticate"))
          .hasValueSatisfying(it -> assertThat(it).startsWith("Basic realm="));
    }
    assertProblem(send(post("{\"headers\":{}}")), 401);
    assertProblem(send(post("{}").header("Authorization", "Basic %%%")), 401);
    assertProblem(send(post("{}").header("Authorization", "Bearer x")), 401);
  }

  @Test
  @DisplayName("a wrong password is 401, and a viewer may not check")
  void roles() {
    assertProblem(send(post("{}").header("Authorization", basic("anna", "wrong"))), 401);
    assertProblem(send(post("{}").header("Authorization", basic("nobody", "wrong"))), 401);
    String viewer = basic("vera", "viewer-password-7");
    assertProblem(send(post("{}").header("Authorization", viewer)), 403);
    assertProblem(send(request("/api/none").header("Authorization", viewer)), 404);
  }

  @Test
  @DisplayName("a call that another site's page makes is refused")
  void crossSite() {
    String json = "{\"headers\":{}}";
    assertProblem(send(authorized(json).header("Sec-Fetch-Site", "cross-site")), 403);
    assertProblem(send(authorized(json).header("Origin", "https://evil.example")), 403);
    assertProblem(send(authorized(json).header("Origin", "null")), 403);
    assertProblem(send(authorized(json).setHeader("Content-Type", "text/plain")), 415);
    assertProblem(
        send(
            authorized(json)
                .setHeader("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")),
        415);
    assertProblem(
        send(request(CHECK).header("Authorization", OPERATOR).POST(BodyPublishers.ofString(json))),
        415);
    assertThat(
            send(authorized(json)
                    .header("Sec-Fetch-Site", "same-origin")
                    .setHeader("Content-Type", "application/json; charset=utf-8")
                    .header("Origin", server.baseUrl().toString()))
                .statusCode())
        .isEqualTo(200);
  }

  private static HttpRequest.Builder authorized(String json) {
    return post(json).header("Authorization", OPERATOR);
  }

  @Test
  @DisplayName("an unknown path, source or method is a problem document")
  void otherPaths() {
    assertProblem(send(request("/api/none").header("Authorization", OPERATOR)), 404);
    HttpResponse<String> get = send(request(CHECK).header("Authorization", OPERATOR));
    assertProblem(get, 405);
    assertThat(get.headers().firstValue("Allow"))
        .hasValueSatisfying(allow -> assertThat(allow).contains("POST"));
    assertProblem(
        send(
            request("/api/sources/nobody/check")
                .header("Authorization", OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{}"))),
        404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "7",
        "{\"headers\":{}} {}",
        "{}",
        "{\"headers\":[]}",
        "{\"headers\":{\"a\":1}}",
        "{\"headers\":{\"a\":[[]]}}",
        "{\"headers\":{},\"other\":1}",
        "{\"headers\":{},\"headers\":{}}",
        "{\"headers\":{},\"body\":\"\",\"bodyBase64\":\"\"}",
        "{\"headers\":{},\"bodyBase64\":\"%\"}",
        "{\"headers\":{},\"body\":\"\\ud800\"}",
        "{\"headers\":{},\"at\":\"yesterday\"}",
        "{\"headers\":{},\"at\":\"+999999999-01-01T00:00:00Z\"}"
      })
  @DisplayName("a document that is no captured request is 400")
  void badRequest(String json) {
    String bob = basic("bob", "operator-password-7");
    assertProblem(send(post(json).header("Authorization", bob)), 400);
  }

  @Test
  @DisplayName("a document that nests without end is 400, and one that is too large is 413")
  void oversized() {
    assertProblem(send(authorized("{\"headers\":" + "[".repeat(100_000))), 400);
    assertProblem(send(authorized(" ".repeat(3 << 20))), 413);
  }

  /** The answer to a check, which holds no secret and no signature. */
  private static JsonObject check(String source, SignedRequest captured) {
    JsonObjectBuilder headers = Json.createObjectBuilder();
    captured.headers().forEach(headers::add);
    String json =
        Json.createObjectBuilder()
            .add("url", "https://hooks.example.com/hooks/" + source)
            .add("headers", headers)
            .add("bodyBase64", Base64.getEncoder().encodeToString(captured.body()))
            .build()
            .toString();
    HttpResponse<String> response =
        send(
            request("/api/sources/" + source + "/check")
                .header("Authorization", OPERATOR)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json)));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.body()).doesNotContain(SECRET);
    captured.headers().values().stream()
        .filter(value -> value.length() > 40)
        .forEach(value -> assertThat(response.body()).doesNotContain(value));
    try (JsonReader reader = Json.createReader(new StringReader(response.body()))) {
      return reader.readObject();
    }
  }

  private static SignedRequest signed(byte[] body) {
    return Sources.STANDARD.sign("evt_1", body);
  }

  private static JsonObject finding(JsonObject report) {
    assertThat(report.getJsonArray("findings")).as(report.toString()).hasSize(1);
    return report.getJsonArray("findings").getJsonObject(0);
  }

  private static void assertAltered(JsonObject report, String variation) {
    assertThat(report.getString("verdict")).isEqualTo("rejected");
    assertThat(finding(report).getString("kind")).isEqualTo("altered");
    assertThat(finding(report).getString("variation")).isEqualTo(variation);
  }

  @Test
  @DisplayName("a request that verifies is said to, with its events' identities")
  void verified() {
    JsonObject report = check("standard", signed(BODY));

    assertThat(report.getString("verdict")).isEqualTo("verified");
    assertThat(report.getJsonArray("findings")).isEmpty();
    JsonObject event = report.getJsonArray("events").getJsonObject(0);
    assertThat(event.getString("eventId")).isEqualTo("evt_1");
    assertThat(event.getString("type")).isEqualTo("user.created");
    assertThat(event.getString("accountScope")).isEqualTo("standard");
  }

  @Test
  @DisplayName("a ping is a handshake, and a document that is not the provider's is unusable")
  void otherVerdicts() {
    SignedRequest ping = Signer.github(Sources.GITHUB_SECRET, "ping").sign("1", BODY);

    assertThat(check("github", ping).getString("verdict")).isEqualTo("handshake");
    assertThat(check("stripe", Sources.STRIPE.sign("", "{}")).getString("verdict"))
        .isEqualTo("unusable");
  }

  @Test
  @DisplayName("a header that is missing is named")
  void missingHeader() {
    JsonObject report = check("standard", signed(BODY).without("webhook-signature"));

    assertThat(report.getString("reason")).isEqualTo("signature header absent");
    assertThat(finding(report).getString("header")).isEqualTo("webhook-signature");
  }

  @Test
  @DisplayName("a time outside the tolerance is told in seconds")
  void stale() {
    Instant time = Instant.now().minusSeconds(1_000);
    JsonObject finding = finding(check("standard", Sources.STANDARD.sign("evt_1", time, BODY)));

    assertThat(finding.getString("kind")).isEqualTo("time");
    assertThat(finding.getInt("secondsOutside")).isBetween(698, 730);
    assertThat(finding.getString("direction")).isEqualTo("before");
  }

  @Test
  @DisplayName("a signature of another secret is told, and nothing of the right one")
  void otherSecret() {
    Signer other = Signer.standardWebhooks("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    JsonObject report = check("standard", other.sign("evt_1", BODY));

    assertThat(finding(report).getString("kind")).isEqualTo("no-secret-matches");
    assertThat(report.toString())
        .doesNotContain(signed(BODY).header("webhook-signature").substring(3));
  }

  @Test
  @DisplayName("what changed the body on the way is named: newline, JSON written anew, charset")
  void altered() {
    byte[] accents = "{\"name\":\"José\",\"u\":\"a/b\"}".getBytes(ISO_8859_1);
    byte[] php = "{\"name\":\"Jos\\u00e9\",\"u\":\"a\\/b\"}".getBytes(UTF_8);
    byte[] anew = "{ \"name\" : \"José\",\n  \"u\" : \"a/b\" }".getBytes(UTF_8);

    assertAltered(
        check("standard", signed(BODY).withBody((new String(BODY, UTF_8) + "\n").getBytes(UTF_8))),
        "trailing newline removed");
    assertAltered(
        check("standard", signed(php).withBody(anew)),
        "JSON without blanks, with \\uXXXX in lower case for what is not ASCII,"
            + " with \\/ instead of /");
    assertAltered(
        check(
            "standard", signed(accents).withBody(new String(accents, ISO_8859_1).getBytes(UTF_8))),
        "charset UTF-8 changed to ISO-8859-1");
  }

  @Test
  @DisplayName("a captured request can be judged at the time of its capture")
  void atItsTime() {
    Instant then = Instant.parse("2026-01-31T12:00:00Z");
    SignedRequest old = Sources.STANDARD.sign("evt_1", then, BODY);
    JsonObjectBuilder headers = Json.createObjectBuilder();
    old.headers().forEach(headers::add);
    JsonObject request =
        Json.createObjectBuilder()
            .add("at", "2026-01-31T12:01:00Z")
            .add("headers", headers)
            .add("body", new String(BODY, UTF_8))
            .build();

    assertThat(send(authorized(request.toString())).body()).contains("\"verdict\":\"verified\"");
  }

  @Test
  @DisplayName("a user has thirty checks a minute")
  void allowance() {
    String carl = basic("carl", "operator-password-7");
    for (int call = 0; call < 30; call++) {
      assertProblem(send(post("{}").header("Authorization", carl)), 400);
    }
    HttpResponse<String> refused = send(post("{}").header("Authorization", carl));

    assertProblem(refused, 429);
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 60L);
  }

  @Test
  @Order(Integer.MAX_VALUE) // it locks this address out
  @DisplayName("who guesses waits: even the right password is not looked at")
  void guessing() {
    for (int guess = 0; guess < 5; guess++) {
      send(post("{}").header("Authorization", basic("anna", "wrong" + guess)));
    }
    HttpResponse<String> refused = send(authorized("{}"));

    assertProblem(refused, 429);
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(1L, 64L);
  }
}
