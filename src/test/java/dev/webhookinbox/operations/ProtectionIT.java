package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import jakarta.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of payloads, how, and how they are taken away. */
class ProtectionIT {

  private static final String CANARY = "canary-nightingale-77";
  private static final String JSON =
      "{\"type\":\"x\",\"data\":{\"id\":7,\"email\":\"" + CANARY + "\"}}";
  private static final String BECAUSE = ",\"reason\":\"asked by the subject\"}";

  @TempDir static Path directory;
  private static Postgres postgres;
  private Database database;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void fresh() {
    database = postgres.freshDatabase();
  }

  private static String key(int seed) {
    byte[] key = new byte[32];
    key[0] = (byte) seed;
    return Base64.getEncoder().encodeToString(key);
  }

  private ServerSetup encrypting(String active, String... names) {
    ServerSetup setup = Api.users(Server.on(database)).with(Sources.settings());
    for (String name : names) {
      setup.with("inbox.encryption.key." + name, key(name.charAt(name.length() - 1)));
    }
    return setup.with("inbox.encryption.active", active).with("inbox.worker.enabled", "false");
  }

  private static String deliver(Server server, String id) {
    return Hooks.result(Hooks.of(server).send("standard", Sources.STANDARD.sign(id, JSON)));
  }

  /** All that a dump has, read as text; bytes as the letters that they are. */
  private String dump() {
    StringBuilder all = new StringBuilder();
    database
        .rows("SELECT tablename AS t FROM pg_tables WHERE schemaname = 'public'")
        .forEach(
            table ->
                database
                    .rows("SELECT * FROM " + table.get("t"))
                    .forEach(row -> row.values().forEach(value -> all.append(text(value)))));
    database
        .rows("SELECT * FROM webhook_events")
        .forEach(row -> row.values().forEach(value -> all.append(text(value))));
    return all.toString();
  }

  private static String text(Object value) {
    String text = value instanceof byte[] bytes ? new String(bytes, UTF_8) : String.valueOf(value);
    return text + "\n";
  }

  private static String ref(Server server, String id) {
    return Api.as(server, "vera")
        .json("/api/events?id=" + id)
        .getJsonArray("events")
        .getJsonObject(0)
        .getString("ref");
  }

  private static HttpResponse<String> payload(Server server, String id) {
    return Api.as(server, "anna").get("/api/events/" + ref(server, id) + "/payload?as=text");
  }

  private String state(String id) {
    return database.value(
        String.class,
        "SELECT concat_ws(' ', state, outcome) FROM webhook_jobs WHERE event_id = ?",
        id);
  }

  private void awaitState(String id, String state) {
    await().atMost(Duration.ofSeconds(60)).until(() -> state(id).equals(state));
  }

  @Test
  @DisplayName(
      "P13: with a key the database holds no payload, rotation leaves old rows readable and brings them under the new key")
  void encryptionAndRotation() {
    try (Server plain = encrypting("none").start()) {
      deliver(plain, "before");
      assertThat(dump()).as("so that the next look can fail").contains(CANARY);
    }
    try (Server first = encrypting("k1", "k1").start()) {
      assertThat(deliver(first, "under-k1")).isEqualTo("accepted");
      await().atMost(Duration.ofSeconds(60)).until(() -> bodiesUnder("k1") == 2);
      assertThat(dump()).doesNotContain(CANARY);
      assertThat(payload(first, "before").body()).isEqualTo(JSON);
      assertThat(payload(first, "under-k1").body()).isEqualTo(JSON);
      assertThat(deliver(first, "under-k1")).isEqualTo("duplicate");
    }
    database.update(
        "INSERT INTO webhook_bodies (delivery_id, body, key_id, body_sha256)"
            + " VALUES (1000000, sha256('y'), 'lost', sha256('x'))");
    try (Server second = encrypting("k2", "k2", "k1").start()) {
      assertThat(payload(second, "under-k1").body()).isEqualTo(JSON);
      deliver(second, "under-k2");
      await().atMost(Duration.ofSeconds(60)).until(() -> bodiesUnder("k2") == 3);
      assertThat(bodiesUnder("lost")).as("its key is not given").isOne();
      assertThat(payload(second, "before").body()).isEqualTo(JSON);
    }
    try (Server third = encrypting("k2", "k2").start()) {
      assertThat(payload(third, "before").body()).isEqualTo(JSON);
      assertThat(dump()).doesNotContain(CANARY);
    }
  }

  private long bodiesUnder(String key) {
    return database.count("SELECT count(*) FROM webhook_bodies WHERE key_id = ?", key);
  }

  @Test
  @DisplayName(
      "P6: an event whose key is gone says so and stays; with the key it is handled, and no attempt is lost")
  void keyGone() {
    try (Target target = Target.start()) {
      try (Server first = encrypting("k1", "k1").start()) {
        deliver(first, "locked");
      }
      try (Server without =
          encrypting("none")
              .with(Sources.settingsTo(target.url("/")))
              .with("inbox.worker.enabled", "true")
              .start()) {
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> String.join("\n", without.log()).contains("WHI-235"));
        awaitState("locked", "pending");
        HttpResponse<String> refused = payload(without, "locked");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("encrypted with the key 'k1'");
        assertThat(
                database.value(
                    String.class,
                    "SELECT last_error || attempts FROM webhook_jobs WHERE event_id = 'locked'"))
            .isEqualTo("the payload is encrypted with the key 'k1', which inbox.encryption lacks0");
      }
      database.update("UPDATE webhook_jobs SET next_attempt_at = now()");
      try (Server again =
          encrypting("k1", "k1")
              .with(Sources.settingsTo(target.url("/")))
              .with("inbox.worker.enabled", "true")
              .start()) {
        assertThat(again.isReady()).isTrue();
        awaitState("locked", "done done");
        assertThat(new String(target.requests().get(0).body(), UTF_8)).isEqualTo(JSON);
      }
    }
  }

  @Test
  @DisplayName(
      "P14: of a source that keeps fields or a digest, handlers get no more; redeliveries and altered ones are told as ever")
  void store() {
    try (Target target = Target.start();
        Server server =
            Api.users(Server.on(database))
                .with(Sources.settingsTo(target.url("/")))
                .with("inbox.source.standard.store", "fields")
                .with("inbox.source.standard.store.drop", "/data/email")
                .with("inbox.source.raw.store", "hash")
                .start()) {
      deliver(server, "reduced");
      Hooks.of(server).send("raw", Sources.RAW.sign("digest", JSON));
      awaitState("reduced", "done done");
      awaitState("digest", "done done");

      assertThat(dump()).doesNotContain(CANARY);
      assertThat(payload(server, "reduced").body())
          .isEqualTo("{\"type\":\"x\",\"data\":{\"id\":7}}");
      assertThat(payload(server, "digest").body()).isEmpty();
      assertThat(target.requests())
          .extracting(request -> new String(request.body(), UTF_8))
          .containsExactlyInAnyOrder("{\"type\":\"x\",\"data\":{\"id\":7}}", "");
      assertThat(deliver(server, "reduced")).isEqualTo("duplicate");
      assertThat(altered()).isZero();
      Hooks.of(server).send("standard", Sources.STANDARD.sign("reduced", "{\"type\":\"y\"}"));
      assertThat(altered()).isOne();
    }
  }

  private int altered() {
    return database.value(
        Integer.class, "SELECT altered FROM webhook_jobs WHERE event_id = 'reduced'");
  }

  @Test
  @DisplayName(
      "P12: an erased payload is gone at once, its identity stays, and it says who did it and why")
  void erasure() {
    try (Server server = encrypting("none").start()) {
      deliver(server, "erased");
      deliver(server, "failed");
      deliver(server, "other");
      database.update(
          "UPDATE webhook_jobs SET state = 'failed', outcome = 'exhausted', finished_at = now(),"
              + " last_error = ?, object_key = ? WHERE event_id = 'failed'",
          CANARY,
          CANARY);
      database.update(
          "INSERT INTO webhook_attempts (provider, account_scope, event_id, lease_token, attempt,"
              + " started_at, node, outcome, message, detail) SELECT provider, account_scope,"
              + " event_id, 1, 1, now(), 'n', 'retry', ?, ? FROM webhook_jobs WHERE event_id = 'failed'",
          CANARY,
          CANARY);
      Api anna = Api.as(server, "anna");
      String one = "{\"ref\":\"" + ref(server, "erased") + "\"" + BECAUSE;

      assertThat(Api.as(server, "vera").post("/api/erasures", one).statusCode()).isEqualTo(403);
      assertThat(
              anna.post("/api/erasures", "{\"ref\":\"" + ref(server, "erased") + "\"}")
                  .statusCode())
          .isEqualTo(400);
      assertThat(anna.post("/api/erasures", "{\"provider\":\"x\"" + BECAUSE).statusCode())
          .isEqualTo(400);
      JsonObject done = Api.document(anna.post("/api/erasures", one));
      assertThat(done.getInt("payloads")).isOne();
      assertThat(state("erased")).isEqualTo("done erased");
      assertThat(payload(server, "erased").statusCode()).isEqualTo(410);
      assertThat(payload(server, "other").body()).isEqualTo(JSON);
      assertThat(deliver(server, "erased")).isEqualTo("duplicate");
      assertThat(payload(server, "erased").statusCode()).isEqualTo(410);

      JsonObject account =
          Api.document(
              anna.post(
                  "/api/erasures",
                  "{\"provider\":\"standard-webhooks\",\"account\":\"standard\"" + BECAUSE));
      assertThat(account.getInt("events")).isEqualTo(3);
      assertThat(account.getInt("payloads")).isEqualTo(2);
      assertThat(state("failed")).isEqualTo("failed exhausted");
      assertThat(dump()).doesNotContain(CANARY);
      assertThat(
              database.count(
                  "SELECT count(*) FROM webhook_audit WHERE action = 'erase' AND operator = 'anna'"
                      + " AND reason = 'asked by the subject'"))
          .isEqualTo(4);
    }
  }

  @Test
  @DisplayName("the trace that a delivery came with goes on in its handling, in a span of its own")
  void trace() {
    String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    try (Target target = Target.start();
        Server server = Server.on(database).with(Sources.settingsTo(target.url("/"))).start()) {
      Hooks.of(server)
          .send(
              "standard",
              Sources.STANDARD
                  .sign("traced", JSON)
                  .with("traceparent", "00-" + trace + "-00f067aa0ba902b7-01"));
      awaitState("traced", "done done");
      Hooks.of(server)
          .send(
              "standard",
              Sources.STANDARD.sign("odd", JSON).with("traceparent", "00-" + trace + "-x\"-01"));
      awaitState("odd", "done done");

      assertThat(target.requests().get(0).header("traceparent").orElseThrow())
          .matches("00-" + trace + "-(?!00f067aa0ba902b7)[0-9a-f]{16}-01");
      assertThat(target.requests().get(1).header("traceparent")).isEmpty();
    }
  }
}
