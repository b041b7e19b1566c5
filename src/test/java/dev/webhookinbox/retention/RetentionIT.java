package dev.webhookinbox.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes when. Rows are made old in the database, as nobody can wait for them. */
class RetentionIT {

  private static final String JSON = "{\"type\":\"x\"}";
  private static final String GENERATED =
      """
      WITH old AS (
        INSERT INTO webhook_bodies (delivery_id, received_at, body)
        SELECT 1000000 + n, now() - interval '40 days' - n * interval '1 second', 'x'
          FROM generate_series(1, 3000) n)
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, state, accepted_at, finished_at, outcome, last_error)
      SELECT 'standard-webhooks', 'standard', 'old' || n, 'standard', 'x', 1000000 + n, 'raw', sha256('x'),
             'done', now() - interval '40 days' - n * interval '1 second', now(), 'done', NULL
        FROM generate_series(1, 3000) n
      """;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    try (Server server = server()) {
      assertThat(server.isReady()).isTrue();
    }
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @BeforeEach
  void empty() {
    database.update("DELETE FROM webhook_jobs");
    database.update("DELETE FROM webhook_bodies");
  }

  private static Server server() {
    return Server.on(database)
        .with(Sources.settings())
        .with("inbox.worker.enabled", "false")
        .with("inbox.source.stripe.retention.payload", "P90D")
        .start();
  }

  private static void deliver(Server server, String... ids) {
    for (String id : ids) {
      Hooks.of(server).send("standard", Sources.STANDARD.sign(id, JSON));
    }
  }

  private static void age(String event, int days) {
    database.update(
        "UPDATE webhook_bodies b SET received_at = now() - ? * interval '1 day' FROM webhook_jobs j"
            + " WHERE j.delivery_id = b.delivery_id AND j.event_id = ?",
        days,
        event);
    database.update(
        "UPDATE webhook_jobs j SET accepted_at = coalesce((SELECT received_at FROM webhook_bodies b"
            + " WHERE b.delivery_id = j.delivery_id), now() - ? * interval '1 day') WHERE event_id = ?",
        days,
        event);
  }

  private static void end(String... ids) {
    for (String id : ids) {
      database.update(
          "UPDATE webhook_jobs SET state = 'done', outcome = 'done', finished_at = now()"
              + " WHERE event_id = ?",
          id);
    }
  }

  private static long bodies(String event) {
    return database.count(
        "SELECT count(*) FROM webhook_jobs JOIN webhook_bodies USING (delivery_id)"
            + " WHERE event_id = ?",
        event);
  }

  private static long events(String event) {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE event_id = ?", event);
  }

  private static void awaitGone(String sql) {
    await().atMost(Duration.ofSeconds(60)).until(() -> database.count(sql) == 0);
  }

  @Test
  @DisplayName(
      "P12: a payload goes after its period, the identity later; until then a replay is a duplicate, and after it a new event")
  void boundary() {
    try (Server server = server()) {
      deliver(server, "fresh", "payload-old", "identity-old", "waiting");
      Hooks.of(server).send("stripe", Sources.STRIPE.sign("", "{\"id\":\"kept\",\"type\":\"x\"}"));
    }
    end("fresh", "payload-old", "identity-old", "kept");
    age("payload-old", 31);
    age("identity-old", 36);
    age("waiting", 36);
    age("kept", 36);
    database.update(
        "INSERT INTO webhook_applied (provider, account_scope, order_key, version, applied_at)"
            + " VALUES ('p', 'a', 'old', 1, now() - interval '366 days'),"
            + " ('p', 'a', 'known', 1, now() - interval '364 days')");

    try (Server server = server()) {
      awaitGone("SELECT count(*) FROM webhook_applied WHERE order_key = 'old'");
      assertThat(database.count("SELECT count(*) FROM webhook_applied")).isOne();
      awaitGone("SELECT count(*) FROM webhook_jobs WHERE event_id = 'identity-old'");

      assertThat(bodies("payload-old")).isZero();
      assertThat(events("payload-old")).isOne();
      assertThat(bodies("fresh")).isOne();
      assertThat(bodies("waiting")).as("has not ended").isOne();
      assertThat(bodies("kept")).as("of a source with a longer period").isOne();
      assertThat(database.count("SELECT count(*) FROM webhook_bodies")).isEqualTo(3);
      assertThat(
              Hooks.result(
                  Hooks.of(server).send("standard", Sources.STANDARD.sign("payload-old", JSON))))
          .isEqualTo("duplicate");
      assertThat(
              Hooks.result(
                  Hooks.of(server).send("standard", Sources.STANDARD.sign("identity-old", JSON))))
          .isEqualTo("accepted");
    }
  }

  @Test
  @DisplayName("P12: a payload that several events share stays until the last of them has ended")
  void shared() {
    try (Server server = server()) {
      deliver(server, "one");
    }
    database.update(
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,"
            + " delivery_id, body_binding, body_sha256)"
            + " SELECT provider, account_scope, 'two', source, event_type, delivery_id,"
            + " body_binding, body_sha256 FROM webhook_jobs");
    end("one");
    age("one", 31);
    age("two", 31);
    deliverAndPurge();
    assertThat(bodies("two")).isOne();
    end("two");
    deliverAndPurge();
    assertThat(bodies("two")).isZero();
  }

  /** A pass is over when what certainly goes has gone. */
  private static void deliverAndPurge() {
    database.update(
        "INSERT INTO webhook_bodies (delivery_id, received_at, body)"
            + " VALUES (nextval('webhook_delivery_id'), now() - interval '31 days', 'marker')");
    try (Server server = server()) {
      assertThat(server.isReady()).isTrue();
      awaitGone("SELECT count(*) FROM webhook_bodies WHERE body = 'marker'");
    }
  }

  @Test
  @DisplayName("P12: many go in portions, by two nodes that start at once, and acceptance goes on")
  void portions() {
    database.update(GENERATED);
    try (Server one = server();
        Server other = server()) {
      deliver(one, "during-1");
      deliver(other, "during-2");
      awaitGone("SELECT count(*) FROM webhook_jobs WHERE event_id LIKE 'old%'");
      awaitGone("SELECT count(*) FROM webhook_bodies WHERE delivery_id > 1000000");

      assertThat(events("during-1") + events("during-2")).isEqualTo(2);
      assertThat(String.join("\n", one.log())).doesNotContain("WHI-001");
      assertThat(String.join("\n", other.log())).doesNotContain("WHI-001");
    }
  }
}
