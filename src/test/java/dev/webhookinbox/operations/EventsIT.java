package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The events as operators find, read and mend them. */
@Tag("core")
class EventsIT {

  private static final String JSON = "{\"type\":\"user.created\",\"c\":\"canary-9\"}";
  private static final String BECAUSE = "{\"reason\":\"the target is back\"}";

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;
  private static Api anna;
  private static Api vera;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    server =
        Api.users(Server.on(database))
            .with(Sources.settings())
            .with("inbox.worker.enabled", "false")
            .start();
    anna = Api.as(server, "anna");
    vera = Api.as(server, "vera");
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  @BeforeEach
  void empty() {
    database.update("DELETE FROM webhook_jobs");
    database.update("DELETE FROM webhook_audit");
  }

  @AfterEach
  void noFault() {
    assertThat(String.join("\n", server.log())).doesNotContain("WHI-501", "canary-9");
  }

  private static void deliver(String... ids) {
    for (String id : ids) {
      Hooks.of(server).send("standard", Sources.STANDARD.sign(id, JSON));
    }
  }

  private static void fail(String id, String error) {
    database.update(
        "UPDATE webhook_jobs SET state = 'failed', outcome = 'exhausted', attempts = 25,"
            + " finished_at = now(), last_error = ? WHERE event_id = ?",
        error,
        id);
  }

  private static List<String> ids(JsonObject page) {
    return page.getJsonArray("events").getValuesAs(JsonValue::asJsonObject).stream()
        .map(event -> event.getString("id"))
        .toList();
  }

  private static List<String> found(String query) {
    return ids(vera.json("/api/events?" + query));
  }

  private static String ref(String id) {
    return vera.json("/api/events?id=" + id)
        .getJsonArray("events")
        .getJsonObject(0)
        .getString("ref");
  }

  @Test
  @DisplayName("P4: an event says how often it came again, and when last")
  void cameAgain() {
    deliver("evt_1", "evt_2", "evt_1", "evt_1");

    await().until(() -> vera.json("/api/events/" + ref("evt_1")).getInt("redeliveries") == 2);
    JsonObject event = vera.json("/api/events/" + ref("evt_1"));
    assertThat(Instant.parse(event.getString("redeliveredAt")))
        .isAfter(Instant.parse(event.getString("acceptedAt")));
    assertThat(vera.json("/api/events/" + ref("evt_2")).getInt("redeliveries")).isZero();
  }

  @Test
  @DisplayName("P4: a duplicate is answered while somebody holds the row, and counted afterwards")
  void cameAgainWhileHeld() throws SQLException {
    deliver("evt_1");
    try (Connection holder = database.connect();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("SELECT 1 FROM webhook_jobs FOR UPDATE");
      assertThat(Hooks.of(server).send("standard", Sources.STANDARD.sign("evt_1", JSON)))
          .returns(200, HttpResponse::statusCode);
    }

    await().until(() -> vera.json("/api/events/" + ref("evt_1")).getInt("redeliveries") == 1);
  }

  @Test
  @DisplayName("events are found by each filter, newest first")
  void filters() {
    deliver("evt_a1", "evt_a2", "evt_b1");
    Hooks.of(server).send("github", Sources.GITHUB.sign("gh-1", "{\"x\":1}"));
    fail("evt_a2", "shipping answered 503");

    assertThat(found("")).containsExactly("gh-1", "evt_b1", "evt_a2", "evt_a1");
    assertThat(found("source=github")).containsExactly("gh-1");
    assertThat(found("account=standard&type=user.*")).containsExactly("evt_b1", "evt_a2", "evt_a1");
    assertThat(found("type=user.created&id=evt_a")).containsExactly("evt_a2", "evt_a1");
    assertThat(found("state=failed")).containsExactly("evt_a2");
    assertThat(found("state=pending&source=standard")).containsExactly("evt_b1", "evt_a1");
    assertThat(found("outcome=exhausted&error=ANSWERED%20503")).containsExactly("evt_a2");
    assertThat(found("error=nothing")).isEmpty();
    assertThat(found("state=done")).isEmpty();
    assertThat(found("from=2200-01-01T00:00:00Z")).isEmpty();
    assertThat(found("to=2020-01-01T00:00:00Z")).isEmpty();
    assertThat(found("id=%25")).as("no pattern").isEmpty();
    assertThat(found("id='%20OR%201=1--")).isEmpty();
  }

  @Test
  @DisplayName("a list goes on behind its cursor, whatever moves and arrives meanwhile")
  void paging() {
    deliver("p1", "p2", "p3", "p4", "p5");
    List<String> seen = new ArrayList<>();
    String cursor = "";
    while (true) {
      JsonObject page = vera.json("/api/events?limit=2" + cursor);
      seen.addAll(ids(page));
      deliver("later" + seen.size());
      fail("p3", "moved");
      if (!page.containsKey("next")) {
        break;
      }
      cursor = "&cursor=" + page.getString("next");
    }

    assertThat(seen).containsExactly("p5", "p4", "p3", "p2", "p1");
  }

  @Test
  @DisplayName("one event is shown whole; its payload to operators alone, never as a page")
  void whole() {
    deliver("w1");
    String ref = ref("w1");
    JsonObject event = vera.json("/api/events/" + ref);
    HttpResponse<String> raw = anna.get("/api/events/" + ref + "/payload");

    assertThat(event.getString("state")).isEqualTo("pending");
    assertThat(event.getString("acceptedAt")).isNotEmpty();
    assertThat(event.getJsonObject("payload").getInt("size")).isEqualTo(JSON.length());
    assertThat(event.toString()).doesNotContain("canary");
    assertThat(vera.get("/api/events/" + ref + "/payload").statusCode()).isEqualTo(403);
    assertThat(raw.body()).isEqualTo(JSON);
    assertThat(raw.headers().firstValue("Content-Disposition").orElse("")).contains("attachment");
    assertThat(raw.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(anna.get("/api/events/" + ref + "/payload?as=text").body()).isEqualTo(JSON);
    assertThat(anna.json("/api/events/" + ref + "/payload?as=json").getString("c"))
        .isEqualTo("canary-9");
    database.update("DELETE FROM webhook_bodies");
    assertThat(anna.get("/api/events/" + ref + "/payload").statusCode()).isEqualTo(410);
  }

  @Test
  @DisplayName("P10: a retry gives a fresh budget, once, and the audit says who and why")
  void retry() {
    deliver("r1");
    String ref = ref("r1");
    assertThat(anna.post("/api/events/" + ref + "/retry", BECAUSE).statusCode()).isEqualTo(409);
    fail("r1", "down");
    database.update("UPDATE webhook_jobs SET given_up = '{\"h\":\"gave-up\"}'");

    JsonObject event = Api.document(anna.post("/api/events/" + ref + "/retry", BECAUSE));

    assertThat(event.getString("state")).isEqualTo("pending");
    assertThat(event.getInt("attempts")).isZero();
    assertThat(givenUp()).isZero();
    assertThat(event.getJsonArray("actions").getJsonObject(0).toString())
        .contains("\"operator\":\"anna\"", "\"action\":\"retry\"", "the target is back");
    assertThat(anna.post("/api/events/" + ref + "/retry", BECAUSE).statusCode()).isEqualTo(409);
    assertThat(vera.json("/api/audit").getJsonArray("actions")).hasSize(1);
  }

  @Test
  @DisplayName("an event whose payload has gone cannot be retried, and a discarded one is done")
  void discard() {
    deliver("d1");
    String ref = ref("d1");
    fail("d1", "down");
    database.update("DELETE FROM webhook_bodies");

    assertThat(anna.post("/api/events/" + ref + "/retry", BECAUSE).statusCode()).isEqualTo(409);
    JsonObject event = Api.document(anna.post("/api/events/" + ref + "/discard", BECAUSE));
    assertThat(event.getString("state")).isEqualTo("done");
    assertThat(event.getString("outcome")).isEqualTo("discarded");
    assertThat(anna.post("/api/events/" + ref + "/discard", BECAUSE).statusCode()).isEqualTo(409);
  }

  private static long givenUp() {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE given_up IS NOT NULL");
  }

  @Test
  @DisplayName("failed events of a filter are counted first, and then retried at a rate")
  void bulk() {
    for (int n = 0; n < 40; n++) {
      deliver("b" + n);
      fail("b" + n, n < 30 ? "shipping answered 503" : "other");
    }
    database.update("UPDATE webhook_jobs SET given_up = '{\"h\":\"gave-up\"}'");
    String filter = "\"filter\":{\"error\":\"answered 503\"},\"reason\":\"outage over\"";

    JsonObject dry =
        Api.document(anna.post("/api/events/retry", "{\"dryRun\":true," + filter + "}"));
    assertThat(dry.getInt("wouldRetry")).isEqualTo(30);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'failed'"))
        .isEqualTo(40);
    JsonObject done =
        Api.document(anna.post("/api/events/retry", "{\"perSecond\":1," + filter + "}"));
    assertThat(done.getInt("retried")).isEqualTo(30);
    assertThat(givenUp()).isEqualTo(10);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'failed'"))
        .isEqualTo(10);
    assertThat(
            database.count(
                "SELECT count(*) FROM webhook_jobs WHERE state = 'pending'"
                    + " AND next_attempt_at > now() + interval '15 seconds'"))
        .isBetween(10L, 15L);
    JsonObject whole = vera.json("/api/audit").getJsonArray("actions").getJsonObject(0);
    assertThat(database.count("SELECT count(*) FROM webhook_audit")).isEqualTo(31);
    assertThat(vera.json("/api/audit").toString()).contains("bulk-retry", "30 events", "outage");
    assertThat(whole.getString("operator")).isEqualTo("anna");
  }

  @Test
  @DisplayName("a viewer may not act, and nobody without a reason")
  void roles() {
    deliver("v1");
    fail("v1", "down");
    String ref = ref("v1");

    for (String action : List.of("/" + ref + "/retry", "/" + ref + "/discard", "/retry")) {
      assertThat(vera.post("/api/events" + action, BECAUSE).statusCode()).isEqualTo(403);
      assertThat(anna.post("/api/events" + action, "{}").statusCode()).isEqualTo(400);
      assertThat(anna.post("/api/events" + action, "[").statusCode()).isEqualTo(400);
      assertThat(anna.post("/api/events" + action, "{\"reason\":7}").statusCode()).isEqualTo(400);
      assertThat(
              anna.send(
                      HttpRequest.newBuilder(server.baseUrl().resolve("/api/events" + action))
                          .header("Content-Type", "application/json")
                          .header("Sec-Fetch-Site", "cross-site")
                          .POST(HttpRequest.BodyPublishers.ofString(BECAUSE)))
                  .statusCode())
          .isEqualTo(403);
    }
    assertThat(database.count("SELECT count(*) FROM webhook_audit")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/events?state=lost",
        "/api/events?from=yesterday",
        "/api/events?from=+999999999-01-01T00:00:00Z",
        "/api/events?limit=0",
        "/api/events?limit=201",
        "/api/events?limit=x",
        "/api/events?cursor=%25",
        "/api/events?cursor=YQ",
        "/api/events?id=%00",
        "/api/events/YQ",
        "/api/audit?before=-1"
      })
  @DisplayName("what cannot be asked is 400")
  void badRequests(String path) {
    assertThat(vera.get(path).statusCode()).isEqualTo(400);
  }

  @Test
  @DisplayName("an event that is not known is 404")
  void unknown() {
    String ref = new EventRef("p", "a", "none", 0).text();
    assertThat(vera.get("/api/events/" + ref).statusCode()).isEqualTo(404);
    assertThat(anna.post("/api/events/" + ref + "/retry", BECAUSE).statusCode()).isEqualTo(404);
  }

  @Test
  @DisplayName(
      "P13: sources are shown with their last delivery and counts, and without their secrets")
  void sources() {
    deliver("s1");

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(vera.get("/api/sources").body())
                    .contains("\"name\":\"standard\"", "\"lastDeliveryAt\":", "\"pending\":1")
                    .doesNotContain(
                        Sources.STANDARD_SECRET, Sources.GITHUB_SECRET, Sources.RAW_SECRET));
  }

  @Test
  @DisplayName("the API is described at /openapi")
  void openapi() {
    assumeFalse(
        "wildfly".equals(System.getProperty("inbox.server")),
        "WildFly describes the two applications of the WAR under one path");
    assertThat(vera.with("").get("/openapi").body())
        .contains("/api/events", "/api/audit", "fresh budget");
  }
}
