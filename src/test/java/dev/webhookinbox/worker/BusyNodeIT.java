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
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that behave badly, on a node which has other work to do beside them. */
class BusyNodeIT {

  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final int CONCURRENCY = 4;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;
  private static Hooks hooks;

  private final String id = "evt_" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    database.update(CrookedHandlers.TABLE);
    server =
        Server.on(database)
            .war(War.with(directory, CrookedHandlers.class))
            .with(Sources.settings())
            .with("inbox.retry.base", "PT0.1S")
            .with("inbox.retry.max-delay", "PT0.2S")
            .with("inbox.worker.poll", "PT0.1S")
            .with("inbox.worker.lease", LEASE.toString())
            .with("inbox.worker.concurrency", Integer.toString(CONCURRENCY))
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private static void deliver(String event, String type) {
    String body = "{\"type\":\"" + type + "\",\"id\":\"" + event + "\"}";
    assertThat(hooks.send("standard", Sources.STANDARD.sign(event, body)).statusCode())
        .isEqualTo(200);
  }

  private static String job(String event, String columns) {
    return String.valueOf(
        database.value(
            String.class, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", event));
  }

  private static void awaitState(String event, String state) {
    await().atMost(Duration.ofSeconds(20)).until(() -> job(event, "state").equals(state));
  }

  private static void awaitDone(String events, long jobs) {
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE event_id LIKE ?"
                            + " AND state = 'done' AND attempts = 1",
                        events)
                    == jobs);
  }

  private static long effects(String handler, String event) {
    return database.count(
        "SELECT count(*) FROM effects WHERE handler = ? AND event_id = ?", handler, event);
  }

  /** Hangs until {@link #giveToAnother}. */
  private void hang() {
    deliver(id, "hang");
    await().until(() -> effects("hanging", id) == 1);
  }

  /** As another worker does that found the lease ended. */
  private void giveToAnother() {
    database.update(
        "UPDATE webhook_jobs SET lease_token = lease_token + 1, lease_owner = 'another',"
            + " lease_until = now() + interval '1 hour' WHERE event_id = ?",
        id);
  }

  @Test
  @DisplayName("P6: a handler that never returns has one thread, and all other events are done")
  void hangingBesideOthers() {
    hang();
    for (int n = 0; n < 40; n++) {
      deliver(id + "-" + n, "chosen.other");
    }

    awaitDone(id + "-%", 40);
    assertThat(database.count("SELECT count(*) FROM effects WHERE event_id LIKE ?", id + "-%"))
        .isEqualTo(40);
    assertThat(job(id, "state || ' ' || attempts")).isEqualTo("running 1");
    giveToAnother();
  }

  @Test
  @DisplayName(
      "P6: a job of this node's that no thread of it runs, as after a claim whose answer was lost, is taken up")
  void lostClaim() {
    hang();
    String lost = id + "-lost";

    database.update(
        "WITH body AS (INSERT INTO webhook_bodies (delivery_id, body)"
            + " VALUES (nextval('webhook_delivery_id'), '{}') RETURNING delivery_id)"
            + " INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,"
            + " delivery_id, body_binding, body_sha256, state, attempts, lease_token, lease_owner,"
            + " lease_until)"
            + " SELECT 'standard-webhooks', 'standard', ?, 'standard', 'chosen.lost', body.delivery_id,"
            + " 'raw', sha256('{}'), 'running', 1, 1, holder.lease_owner, now() + interval '2 s'"
            + " FROM body, webhook_jobs holder WHERE holder.event_id = ?",
        lost,
        id);

    awaitState(lost, "done");
    assertThat(job(lost, "attempts::text")).isEqualTo("2");
    assertThat(effects("choosy", lost)).isEqualTo(1);
    assertThat(job(id, "state || ' ' || attempts")).isEqualTo("running 1");
    giveToAnother();
  }

  @Test
  @DisplayName("P7, P8: a local handler whose lease went to another worker leaves nothing behind")
  void localLosesLease() {
    deliver(id, "hang.local");
    awaitState(id, "running");

    giveToAnother();

    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> server.log().stream().anyMatch(line -> line.contains(id)));
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(10))
        .until(() -> job(id, "state || ' ' || lease_owner").equals("running another"));
    assertThat(effects("hanging-local", id)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "throws.speechless, 'dev.webhookinbox.worker.CrookedHandlers$Speechless'",
    "throws.nothing-said, java.lang.IllegalStateException",
    "throws.overflow, java.lang.StackOverflowError"
  })
  @DisplayName("P10: whatever a handler throws, it is tried again, and the reason names it")
  void throwing(String type, String reason) {
    deliver(id, type);
    awaitState(id, "done");

    assertThat(job(id, "attempts || ' ' || last_error")).isEqualTo("2 " + reason);
  }

  @Test
  @DisplayName("P10: a reason of any length is kept to what a person reads")
  void throwingAtLength() {
    deliver(id, "throws.at-length");
    awaitState(id, "done");

    assertThat(job(id, "last_error"))
        .startsWith("java.lang.IllegalStateException: \ud83d\ude00\ud83d\ude00")
        .endsWith("\ud83d\ude00")
        .hasSizeBetween(499, 500);
  }

  @ParameterizedTest
  @ValueSource(strings = {"chosen.a", "chosen.", "chosen.a.b"})
  @DisplayName("a handler gets what begins with its prefix, and none of another provider's events")
  void prefix(String type) {
    deliver(id, type);
    awaitState(id, "done");

    assertThat(job(id, "outcome")).isEqualTo("done");
    assertThat(effects("choosy", id)).isEqualTo(1);
    assertThat(effects("stranger", id)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"chosen", "chosenx", "Chosen.a", ""})
  @DisplayName("what does not begin with the prefix is unhandled")
  void notThePrefix(String type) {
    deliver(id, type);
    awaitState(id, "done");

    assertThat(job(id, "outcome")).isEqualTo("unhandled");
    assertThat(database.count("SELECT count(*) FROM effects WHERE event_id = ?", id)).isZero();
  }

  @Test
  @DisplayName(
      "P10: of two handlers one gives up; the redelivery runs that one again and not the other")
  void oneOfTwoGivesUp() {
    deliver(id, "pair");
    awaitState(id, "failed");
    assertThat(job(id, "outcome || ': ' || last_error")).isEqualTo("gave-up: not today");

    deliver(id, "pair");
    awaitState(id, "done");

    assertThat(effects("able", id)).isEqualTo(1);
    assertThat(effects("unable", id)).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "handlers may have transactions of their own, many at once; what they wrote before they threw is rolled back")
  void ownTransactions() {
    for (int n = 0; n < CONCURRENCY * 8; n++) {
      deliver(id + "-" + n, "transacting");
    }
    deliver(id, "transacting.throw");

    awaitDone(id + "-%", CONCURRENCY * 8);
    awaitState(id, "done");
    assertThat(
            database.count(
                "SELECT count(*) FROM effects WHERE handler = 'transacting' AND event_id LIKE ?",
                id + "-%"))
        .isEqualTo(CONCURRENCY * 8);
    assertThat(effects("transacting", id)).isEqualTo(1);
    assertThat(job(id, "attempts || ' ' || last_error"))
        .isEqualTo("2 java.lang.IllegalStateException: half-way");
  }
}
