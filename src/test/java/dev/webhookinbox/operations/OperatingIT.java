package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators do by the API, on a server that works. */
@Tag("core")
class OperatingIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final String BECAUSE = "{\"reason\":\"it has to be\"}";
  private static final String ACTION =
      "\"provider\":\"standard-webhooks\",\"account\":\"standard\",\"operation\":\"charge\","
          + "\"businessKey\":\"order-7\",\"reason\":\"seen there\"";

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Target target;
  private static Server server;
  private static Api anna;
  private static Api vera;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
    server =
        Api.users(Server.on(database))
            .with(Sources.settingsTo(target.url("/in")))
            .with("inbox.sources", "standard,stripe,github,raw,forge,meetings,open,files")
            .with("inbox.source.forge.provider", "gitlab")
            .with("inbox.source.forge.secret", "a-shown-token")
            .with("inbox.source.meetings.provider", "zoom")
            .with("inbox.source.meetings.secret", "a-secret-token")
            .with("inbox.source.files.provider", "dropbox")
            .with("inbox.source.files.secret", "an-app-secret")
            .with("inbox.source.open.provider", "standard-webhooks")
            .with("inbox.source.open.secret", "whpk_" + "A".repeat(43) + "=")
            .with("inbox.source.raw.hmac.type", "json:/kind/name")
            .with("inbox.route.to-standard.order-by", "object")
            .with("inbox.retry.max-attempts", "1")
            .with("inbox.worker.poll", "PT0.2S")
            .start();
    anna = Api.as(server, "anna");
    vera = Api.as(server, "vera");
  }

  @AfterAll
  static void stop() {
    server.close();
    target.close();
    postgres.close();
  }

  @BeforeEach
  void empty() {
    target.answering(Answer.status(204));
    for (String table : List.of("jobs", "audit", "actions", "pauses")) {
      database.update("DELETE FROM webhook_" + table);
    }
  }

  private static HttpResponse<String> deliver(String id, String object) {
    return Hooks.of(server)
        .send(
            "standard",
            Sources.STANDARD.sign(
                id,
                "{\"type\":\"order.paid\",\"data\":{\"id\":\""
                    + object
                    + "\",\"c\":\"canary-5\"}}"));
  }

  private static String stateOf(String id) {
    return database.value(
        String.class,
        "SELECT coalesce((SELECT state FROM webhook_jobs WHERE event_id = ?), '-')",
        id);
  }

  private static void awaitState(String id, String state) {
    await().atMost(PATIENCE).until(() -> stateOf(id).equals(state));
  }

  private static String ref(String id) {
    return new EventRef("standard-webhooks", "standard", id, 0).text();
  }

  private static JsonObject only(JsonObject document, String array) {
    assertThat(document.getJsonArray(array)).as(document.toString()).hasSize(1);
    return document.getJsonArray(array).getJsonObject(0);
  }

  private static void undecided() {
    database.update(
        "INSERT INTO webhook_actions (provider, account_scope, operation, business_key, event_id,"
            + " holder_event_id, holder_token, state, reason)"
            + " VALUES ('standard-webhooks', 'standard', 'charge', 'order-7', 'e1', 'e1', 1,"
            + " 'undecided', 'the connection broke')");
  }

  @Test
  @DisplayName("an event is shown with every failed attempt; what a target said to operators alone")
  void attempts() {
    target.answering(Answer.status(422).body("no such canary-6"));
    deliver("e1", "o1");
    awaitState("e1", "failed");

    JsonObject forAnna = only(anna.json("/api/events/" + ref("e1")), "attemptsFailed");
    assertThat(forAnna.getInt("attempt")).isOne();
    assertThat(forAnna.getString("handler")).contains("to-standard");
    assertThat(forAnna.getString("detail")).contains("canary-6");
    assertThat(vera.json("/api/events/" + ref("e1")).toString()).doesNotContain("canary");
  }

  @Test
  @DisplayName("P9: a decision is listed, made once, with a reason, recorded, and not by a viewer")
  void decisions() {
    deliver("e1", "o1");
    awaitState("e1", "done");
    undecided();
    String yes = "{" + ACTION + ",\"happened\":true,\"result\":\"ch_1\"}";

    JsonObject listed = only(vera.json("/api/actions"), "actions");
    assertThat(listed.getString("why")).isEqualTo("the connection broke");
    assertThat(only(vera.json("/api/events/" + ref("e1")), "guardedActions").getString("state"))
        .isEqualTo("undecided");
    assertThat(vera.post("/api/actions/decide", yes).statusCode()).isEqualTo(403);
    assertThat(anna.post("/api/actions/decide", "{" + ACTION + "}").statusCode()).isEqualTo(400);
    assertThat(anna.post("/api/actions/decide", yes).statusCode()).isEqualTo(200);
    assertThat(anna.post("/api/actions/decide", yes).statusCode()).isEqualTo(409);
    assertThat(vera.json("/api/actions").getJsonArray("actions")).isEmpty();
    JsonObject audit = only(vera.json("/api/audit"), "actions");
    assertThat(audit.getString("action")).isEqualTo("decide-happened");
    assertThat(audit.getString("detail")).isEqualTo("standard-webhooks/standard/charge/order-7");
  }

  @Test
  @DisplayName("P9: what did not happen may be called again")
  void didNotHappen() {
    undecided();
    assertThat(anna.post("/api/actions/decide", "{" + ACTION + ",\"happened\":false}").statusCode())
        .isEqualTo(200);
    assertThat(database.count("SELECT count(*) FROM webhook_actions WHERE state = 'open'")).isOne();
  }

  @Test
  @DisplayName("a paused source answers 503 at once, and its pause is told and recorded")
  void pauseOfASource() {
    assertThat(vera.post("/api/sources/standard/pause", BECAUSE).statusCode()).isEqualTo(403);
    assertThat(anna.post("/api/sources/standard/pause", "{}").statusCode()).isEqualTo(400);
    assertThat(anna.post("/api/sources/none/pause", BECAUSE).statusCode()).isEqualTo(404);
    assertThat(anna.post("/api/sources/standard/pause", BECAUSE).statusCode()).isEqualTo(200);
    assertThat(anna.post("/api/sources/standard/pause", BECAUSE).statusCode()).isEqualTo(409);
    assertThat(deliver("e1", "o1").statusCode()).isEqualTo(503);
    assertThat(source("standard").getJsonObject("paused").getString("by")).isEqualTo("anna");

    assertThat(anna.post("/api/sources/standard/resume", BECAUSE).statusCode()).isEqualTo(200);
    assertThat(anna.post("/api/sources/standard/resume", BECAUSE).statusCode()).isEqualTo(409);
    assertThat(deliver("e1", "o1").statusCode()).isEqualTo(200);
    assertThat(vera.json("/api/audit").toString()).contains("pause", "resume", "source:standard");
  }

  @Test
  @DisplayName("events of a paused route are accepted and wait until it is resumed")
  void pauseOfARoute() {
    assertThat(anna.post("/api/routes/none/pause", BECAUSE).statusCode()).isEqualTo(404);
    assertThat(anna.post("/api/routes/to-standard/pause", BECAUSE).statusCode()).isEqualTo(200);
    assertThat(vera.json("/api/routes").toString()).contains("it has to be", "to-github");
    deliver("e1", "o1");
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                vera.json("/api/events/" + ref("e1"))
                    .getString("waitsFor", "")
                    .equals("route:to-standard"));
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(vera.json("/api/routes").getJsonArray("routes").toString())
                    .contains("\"name\":\"to-standard\"")
                    .containsOnlyOnce("\"jobs\":{\"pending\":1}"));

    assertThat(anna.post("/api/routes/to-standard/resume", BECAUSE).statusCode()).isEqualTo(200);
    awaitState("e1", "done");
  }

  @Test
  @DisplayName("P11: what waits behind a failed event of its key goes on when that is released")
  void release() {
    target.answering(Answer.status(422), Answer.status(204));
    deliver("e1", "o1");
    awaitState("e1", "failed");
    deliver("e2", "o1");
    assertThat(vera.json("/api/events/" + ref("e2")).getString("waitsFor")).isEqualTo("turn");
    assertThat(vera.json("/api/events/" + ref("e1")).getInt("blocksOrder")).isOne();
    assertThat(anna.post("/api/events/" + ref("e2") + "/release", BECAUSE).statusCode())
        .isEqualTo(409);

    assertThat(anna.post("/api/events/" + ref("e1") + "/release", BECAUSE).statusCode())
        .isEqualTo(200);
    awaitState("e2", "done");
    assertThat(stateOf("e1")).isEqualTo("failed");
    assertThat(vera.json("/api/audit").toString()).contains("\"release\"");
  }

  @Test
  @DisplayName("events are found by their object")
  void byObject() {
    deliver("e1", "o1");
    deliver("e2", "o2");
    assertThat(only(vera.json("/api/events?object=o2"), "events").getString("id")).isEqualTo("e2");
    assertThat(vera.json("/api/events?object=o").getJsonArray("events")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"standard", "stripe", "github", "raw", "forge", "meetings"})
  @DisplayName("a test event is signed by the source's own secret and comes in at the front door")
  void testEvents(String source) {
    String path = "/api/sources/" + source + "/test";
    assertThat(vera.post(path, BECAUSE).statusCode()).isEqualTo(403);
    assertThat(anna.post(path, "{}").statusCode()).isEqualTo(400);
    assertThat(anna.post(path, "{\"reason\":\"r\",\"type\":\"a\\nb\"}").statusCode())
        .isEqualTo(400);

    JsonObject sent =
        Api.document(anna.post(path, "{\"reason\":\"does it?\",\"type\":\"order.made\"}"));
    assertThat(sent.getString("result")).isEqualTo("accepted");
    String id = sent.getString("id");
    assertThat(id).startsWith("inbox-test-");
    awaitState(id, "done");
    JsonObject listed = only(vera.json("/api/events?id=" + id), "events");
    assertThat(listed.getString("type")).isEqualTo("order.made");
    assertThat(listed.getBoolean("test")).isTrue();
    assertThat(vera.json("/api/audit").toString()).contains("test-event", id, "does it?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"files", "open"})
  @DisplayName("where this side has no secret that signs, a test event is refused, and says why")
  void cannotSign(String source) {
    HttpResponse<String> answer = anna.post("/api/sources/" + source + "/test", BECAUSE);
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(answer.body()).contains("cannot sign");
  }

  @Test
  @DisplayName("P13: what was refused lately is listed by source and reason, never its content")
  void rejects() {
    SignedRequest request = Sources.GITHUB.sign("g1", "{\"c\":\"canary-5\"}");
    for (int times = 0; times < 200; times++) {
      Hooks.of(server).send("github", request.with("X-Hub-Signature-256", "sha256=00"));
    }
    Hooks.of(server).send("github", request.without("X-Hub-Signature-256"));

    JsonArray listed = vera.json("/api/rejects?source=github").getJsonArray("rejects");
    assertThat(listed.getValuesAs(JsonValue::asJsonObject))
        .extracting(it -> it.getString("reason"))
        .containsExactly("signature header absent", "no signature matches");
    assertThat(listed.getJsonObject(1).getInt("times")).isEqualTo(200);
    assertThat(listed.getJsonObject(1).getInt("bytes")).isEqualTo(16);
    assertThat(listed.getJsonObject(1).getString("remote")).isNotEmpty();
    assertThat(listed.toString()).doesNotContain("canary", "sha256=");
    assertThat(vera.json("/api/rejects?source=stripe").getJsonArray("rejects")).isEmpty();
    assertThat(source("github").getJsonObject("rejects").getInt("no signature matches"))
        .isEqualTo(200);
  }

  private static JsonObject source(String name) {
    return vera
        .json("/api/sources")
        .getJsonArray("sources")
        .getValuesAs(JsonValue::asJsonObject)
        .stream()
        .filter(it -> it.getString("name").equals(name))
        .findFirst()
        .orElseThrow();
  }
}
