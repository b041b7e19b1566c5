package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pauses, limits and rates of routes, on two servers of one database. */
class PauseIT {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Target target;
  private static Server one;
  private static Server other;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
    one = setup().start();
    other = setup().start();
  }

  private static ServerSetup setup() {
    return Server.on(database)
        .with(Sources.settingsTo(target.url("/in")))
        .with("inbox.route.to-github.concurrency", "2")
        .with("inbox.route.to-github.timeout", "PT30S")
        .with("inbox.route.to-raw.rate", "5/PT1S")
        .with("inbox.worker.poll", "PT0.1S")
        .with("inbox.worker.lease", "PT4S");
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
    target.close();
    postgres.close();
  }

  @AfterEach
  void resumeAll() {
    database.update("DELETE FROM webhook_pauses");
    target.answering(Answer.status(204));
  }

  private static void pause(String subject) {
    database.update(
        "INSERT INTO webhook_pauses (subject, paused_by, reason) VALUES (?, 'me', 'why')", subject);
  }

  private static int send(Server server, String id) {
    return Hooks.of(server)
        .send("standard", Sources.STANDARD.sign(id, "{\"type\":\"x\"}"))
        .statusCode();
  }

  private static String job(String id, String columns) {
    return String.valueOf(
        database.value(
            String.class, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", id));
  }

  private static void awaitJob(String id, String columns, String is) {
    await().atMost(PATIENCE).until(() -> job(id, columns).equals(is));
  }

  private static void awaitPause(Server server, int status) {
    await().atMost(PATIENCE).until(() -> send(server, "evt_" + UUID.randomUUID()) == status);
  }

  private static List<String> sendTwenty() {
    List<String> ids = new ArrayList<>();
    for (int n = 0; n < 20; n++) {
      String id = "evt_" + UUID.randomUUID();
      ids.add(id);
      assertThat(send(n % 2 == 0 ? one : other, id)).isEqualTo(200);
    }
    return ids;
  }

  private static boolean areParked(List<String> ids) {
    String all = "event_id = ANY (string_to_array(?, ','))";
    String joined = String.join(",", ids);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE (state = 'done' OR waits_for IS NOT NULL) AND "
                            + all,
                        joined)
                    == ids.size());
    return database.count(
            "SELECT count(*) FROM webhook_jobs WHERE waits_for = 'route:to-standard' AND " + all,
            joined)
        == ids.size();
  }

  @Test
  @DisplayName(
      "a paused route's events are accepted, wait on all servers and over a restart, spend no attempt, and go on when it is resumed")
  void route() {
    pause("route:to-standard");
    // until both servers know of it, a few are still handled
    List<String> ids = await().atMost(PATIENCE).until(PauseIT::sendTwenty, PauseIT::areParked);
    assertThat(job(ids.get(0), "state || ' ' || attempts || ' ' || waits_for"))
        .isEqualTo("pending 0 route:to-standard");
    try (Server third = setup().start()) {
      String late = "evt_" + UUID.randomUUID();
      assertThat(send(third, late)).isEqualTo(200);
      awaitJob(late, "coalesce(waits_for, state)", "route:to-standard");
    }

    database.update("DELETE FROM webhook_pauses");
    for (String id : ids) {
      awaitJob(id, "state || ' ' || attempts", "done 1");
    }
  }

  @Test
  @DisplayName(
      "a paused source answers 503 on all servers and starts nothing, and takes the redelivery when it is resumed")
  void source() {
    pause("source:standard");
    awaitPause(one, 503);
    awaitPause(other, 503);
    assertThat(
            Hooks.of(one)
                .send(
                    "stripe",
                    Sources.STRIPE.sign(
                        "", "{\"id\":\"evt_" + UUID.randomUUID() + "\",\"type\":\"x\"}"))
                .statusCode())
        .as("another source")
        .isEqualTo(200);

    database.update("DELETE FROM webhook_pauses");
    awaitPause(one, 200);
    awaitPause(other, 200);
  }

  @Test
  @DisplayName("what waits for a pause that ended before it was parked goes on by itself")
  void parkedTooLate() {
    String id = "evt_" + UUID.randomUUID();
    database.update(
        "INSERT INTO webhook_bodies (delivery_id, body) VALUES (-1, '{}') ON CONFLICT DO NOTHING");
    database.update(
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,"
            + " body_binding, body_sha256, waits_for, next_attempt_at)"
            + " VALUES ('standard-webhooks', 'standard', ?, 'standard', 'x', -1, 'raw', sha256('x'),"
            + " 'route:to-standard', 'infinity')",
        id);
    awaitJob(id, "state", "done");
  }

  private static List<TargetRequest> callsOf(String source, int before) {
    List<TargetRequest> all = target.requests();
    return all.subList(before, all.size()).stream()
        .filter(call -> call.header("Inbox-Source").orElse("").equals(source))
        .toList();
  }

  @Test
  @DisplayName(
      "a route with a concurrency has no more calls at once on each server, and the others are not held up")
  void concurrency() {
    target.answering(
        request ->
            request.header("Inbox-Source").orElse("").equals("github")
                ? Answer.status(204).after(Duration.ofMillis(400))
                : Answer.status(204));
    int before = target.requests().size();
    for (int n = 0; n < 30; n++) {
      Hooks.of(n % 2 == 0 ? one : other)
          .send("github", Sources.GITHUB.sign(UUID.randomUUID().toString(), "{\"n\":" + n + "}"));
    }
    String quick = "evt_" + UUID.randomUUID();
    send(one, quick);
    awaitJob(quick, "state", "done");
    assertThat(
            database.count(
                "SELECT count(*) FROM webhook_jobs WHERE source = 'github' AND state <> 'done'"))
        .as("that of another source overtook")
        .isPositive();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE source = 'github' AND state = 'done' AND attempts = 1")
                    == 30);

    List<TargetRequest> calls = callsOf("github", before);
    assertThat(calls).hasSize(30);
    for (TargetRequest call : calls) {
      long beside =
          calls.stream()
              .filter(it -> !it.started().isAfter(call.started()))
              .filter(it -> it.ended().orElseThrow().isAfter(call.started()))
              .count();
      assertThat(beside).isLessThanOrEqualTo(4);
    }
  }

  @Test
  @DisplayName("a route with a rate begins no more calls in its time, over all servers")
  void rate() {
    int before = target.requests().size();
    for (int n = 0; n < 16; n++) {
      Hooks.of(n % 2 == 0 ? one : other)
          .send("raw", Sources.RAW.sign(UUID.randomUUID().toString(), "{\"n\":" + n + "}"));
    }
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE source = 'raw' AND state = 'done' AND attempts = 1")
                    == 16);

    List<Instant> calls =
        callsOf("raw", before).stream().map(TargetRequest::started).sorted().toList();
    assertThat(calls).hasSize(16);
    assertThat(Duration.between(calls.get(0), calls.get(15)))
        .as("15 intervals of 200 ms, less what a busy machine lets a call be late")
        .isGreaterThan(Duration.ofMillis(2_500));
  }
}
