package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of one key, one at a time and in order; those of others meanwhile. */
@Tag("core")
class OrderIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;
  private static Hooks hooks;

  private final String key = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    database.update(OrderedHandlers.TABLES);
    server =
        Server.on(database)
            .war(War.with(directory, OrderedHandlers.class))
            .with(Sources.settings())
            .with("inbox.retry.base", "PT0.1S")
            .with("inbox.retry.max-delay", "PT0.2S")
            .with("inbox.worker.poll", "PT0.1S")
            .with("inbox.worker.lease", "PT4S")
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private String deliver(String type, String of, int version) {
    String id = "evt_" + UUID.randomUUID();
    redeliver(id, type, of, version);
    return id;
  }

  private static void redeliver(String id, String type, String of, int version) {
    String body = "{\"type\":\"%s\",\"key\":\"%s\",\"version\":%d}".formatted(type, of, version);
    assertThat(hooks.send("standard", Sources.STANDARD.sign(id, body)).statusCode()).isEqualTo(200);
  }

  private static void mood(String id, String mood) {
    database.update("INSERT INTO moods VALUES (?, ?)", id, mood);
  }

  private static void better(String id) {
    database.update("DELETE FROM moods WHERE event_id = ?", id);
  }

  /** An event of which its handler says so from the first call on. */
  private String deliver(String mood, String type, String of, int version) {
    String id = "evt_" + UUID.randomUUID();
    mood(id, mood);
    redeliver(id, type, of, version);
    return id;
  }

  private static String job(String id, String columns) {
    return String.valueOf(
        database.value(
            String.class, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", id));
  }

  private static void awaitJob(String id, String columns, String is) {
    await().atMost(PATIENCE).until(() -> job(id, columns).equals(is));
  }

  private static List<String> called(List<String> ids) {
    return database
        .rows(
            "SELECT event_id FROM calls WHERE event_id = ANY (string_to_array(?, ',')) ORDER BY id",
            String.join(",", ids))
        .stream()
        .map(row -> String.valueOf(row.get("event_id")))
        .toList();
  }

  @Test
  @DisplayName("P11: the events of a key are handled in the order of their acceptance")
  void inOrder() {
    List<String> ids = new ArrayList<>();
    for (int n = 0; n < 25; n++) {
      ids.add(deliver("ordered", key, 0));
    }
    awaitJob(ids.get(24), "state", "done");

    assertThat(called(ids)).containsExactlyElementsOf(ids);
  }

  @Test
  @DisplayName(
      "P11: an event waits for the retries of the one before, and those of other keys do not")
  void waitsForRetries() {
    String first = deliver("slow", "ordered", key, 0);
    String second = deliver("ordered", key, 0);
    String other = deliver("ordered", "other-" + key, 0);
    awaitJob(other, "state", "done");
    await().atMost(PATIENCE).until(() -> Integer.parseInt(job(first, "attempts::text")) > 2);

    assertThat(job(second, "state || ' ' || waits_for || ' ' || attempts"))
        .isEqualTo("pending turn 0");
    better(first);
    awaitJob(second, "state", "done");
    assertThat(called(List.of(first, second))).containsExactly(first, second);
  }

  @Test
  @DisplayName(
      "P11: those that wait are handled by their version, whatever the order of acceptance")
  void byVersion() {
    String head = deliver("slow", "versioned", key, 1);
    String nine = deliver("versioned", key, 9);
    String seven = deliver("versioned", key, 7);
    String eight = deliver("versioned", key, 8);
    better(head);
    awaitJob(nine, "state", "done");

    assertThat(called(List.of(head, nine, seven, eight))).containsExactly(head, seven, eight, nine);
  }

  @Test
  @DisplayName(
      "P11: an event older than what was applied ends as done, stale, without a call; an equal one is handled")
  void stale() {
    String five = deliver("versioned", key, 5);
    awaitJob(five, "state", "done");
    String three = deliver("versioned", key, 3);
    String again = deliver("versioned", key, 5);
    awaitJob(again, "state", "done");

    assertThat(job(three, "state || ' ' || outcome")).isEqualTo("done stale");
    assertThat(called(List.of(five, three, again))).containsExactly(five, again);
  }

  @Test
  @DisplayName("P11: a version that failed was not applied: an older one after it is handled")
  void failedIsNotApplied() {
    String five = deliver("bad", "versioned", key, 5);
    awaitJob(five, "state", "failed");
    database.update("UPDATE webhook_jobs SET order_blocks = false WHERE event_id = ?", five);
    String three = deliver("versioned", key, 3);
    awaitJob(three, "state || ' ' || outcome", "done done");
  }

  @Test
  @DisplayName(
      "P11: a failed event blocks its key until it is redelivered and done, in its place before the others")
  void blocks() {
    String first = deliver("bad", "ordered", key, 0);
    awaitJob(first, "state", "failed");
    String second = deliver("ordered", key, 0);
    String third = deliver("ordered", key, 0);
    await()
        .during(Duration.ofSeconds(2))
        .atMost(PATIENCE)
        .until(() -> job(second, "waits_for").equals("turn"));

    better(first);
    redeliver(first, "ordered", key, 0);
    awaitJob(third, "state", "done");
    assertThat(called(List.of(first, second, third))).containsExactly(first, second, third);
  }

  @Test
  @DisplayName("P11: with order-failed pass those after a failed event go on")
  void passes() {
    String first = deliver("bad", "passing", key, 0);
    String second = deliver("passing", key, 0);
    awaitJob(second, "state", "done");

    assertThat(job(first, "state")).isEqualTo("failed");
  }

  @Test
  @DisplayName("P11: an event without the key is handled at once")
  void withoutKey() {
    String id = "evt_" + UUID.randomUUID();
    String body = "{\"type\":\"ordered\"}";
    hooks.send("standard", Sources.STANDARD.sign(id, body));
    awaitJob(id, "state", "done");

    assertThat(job(id, "coalesce(order_key, 'none')")).isEqualTo("none");
  }

  @Test
  @DisplayName("P6: what waits though nothing stands before it has its turn by itself")
  void stranded() {
    String id = "evt_" + UUID.randomUUID();
    database.update("INSERT INTO webhook_bodies (delivery_id, body) VALUES (-1, '{}')");
    database.update(
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,"
            + " body_binding, body_sha256, order_key, waits_for, next_attempt_at)"
            + " VALUES ('standard-webhooks', 'standard', ?, 'standard', 'ordered', -1, 'raw', sha256('x'), ?,"
            + " 'turn', 'infinity')",
        id,
        key);
    awaitJob(id, "state", "done");
  }
}
