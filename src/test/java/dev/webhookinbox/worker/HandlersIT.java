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
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product with a user's own handlers in the WAR. */
@Tag("core")
class HandlersIT {

  private static final Duration LEASE = Duration.ofSeconds(2);

  /** Nobody prolongs a lease or takes a job out of a dead worker's hands; all else goes on. */
  private static final String KEEPS_THE_LEASE =
      "CREATE FUNCTION keep_the_lease() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
          + " RAISE EXCEPTION 'not now'; END $$;"
          + "CREATE TRIGGER keep_the_lease BEFORE UPDATE ON webhook_jobs FOR EACH ROW"
          + " WHEN (OLD.state = 'running' AND (NEW.state = 'running' OR NEW.last_error LIKE 'worker lost%'))"
          + " EXECUTE FUNCTION keep_the_lease()";

  private static final String WAITER = "route:" + UserHandlers.Waiter.class.getName();

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
    database.update(UserHandlers.TABLE);
    server =
        Server.on(database)
            .war(War.with(directory, UserHandlers.class))
            .with(Sources.settings())
            .with("inbox.retry.base", "PT0.1S")
            .with("inbox.retry.max-delay", "PT0.2S")
            .with("inbox.worker.poll", "PT0.1S")
            .with("inbox.worker.lease", LEASE.toString())
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private void deliver(String type) {
    String body = "{\"type\":\"" + type + "\",\"id\":\"" + id + "\"}";
    assertThat(hooks.send("standard", Sources.STANDARD.sign(id, body)).statusCode()).isEqualTo(200);
  }

  private String job(String columns) {
    return String.valueOf(
        database.value(
            String.class, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", id));
  }

  private void awaitState(String state) {
    await().atMost(Duration.ofSeconds(20)).until(() -> job("state").equals(state));
  }

  private List<String> effects(String handler) {
    return database
        .rows(
            "SELECT attempt::text AS attempt FROM effects WHERE handler = ? AND event_id = ? ORDER BY attempt",
            handler,
            id)
        .stream()
        .map(row -> String.valueOf(row.get("attempt")))
        .toList();
  }

  @Test
  @DisplayName("a handler gets the events of its types, exact and by prefix")
  void exactAndPrefix() {
    deliver("exact.type");
    awaitState("done");

    assertThat(effects("choosy")).containsExactly("1");
    assertThat(job("outcome")).isEqualTo("done");
  }

  @Test
  @DisplayName("an event that no handler takes ends as done, unhandled")
  void unhandled() {
    deliver("exact.type.not");
    awaitState("done");

    assertThat(job("outcome")).isEqualTo("unhandled");
    assertThat(effects("choosy")).isEmpty();
  }

  @Test
  @DisplayName("P8: a local handler's row and done are there together")
  void local() {
    deliver("local.ok");
    awaitState("done");

    assertThat(effects("local")).containsExactly("1");
  }

  @Test
  @DisplayName("P8: what a local handler wrote before it asked for a retry is rolled back")
  void localRollsBack() {
    deliver("local.retry");
    awaitState("done");
    assertThat(effects("local")).containsExactly("2");
    assertThat(job("last_error")).isEqualTo("not yet");
  }

  @Test
  @DisplayName("P8: what a local handler wrote before it threw is rolled back")
  void localThrows() {
    deliver("local.throw");
    awaitState("done");

    assertThat(effects("local")).containsExactly("2");
    assertThat(job("last_error")).isEqualTo("java.lang.IllegalStateException: half-way");
  }

  @Test
  @DisplayName(
      "P8: what a local handler wrote before it gave up is rolled back, and the reason is kept")
  void localGivesUp() {
    deliver("local.give-up");
    awaitState("failed");

    assertThat(effects("local")).isEmpty();
    assertThat(job("outcome || ': ' || last_error")).isEqualTo("gave-up: never");
  }

  @Test
  @DisplayName("of two handlers of one event, a retry runs only the one that is not done")
  void twoHandlers() {
    deliver("pair");
    awaitState("done");

    assertThat(effects("steady")).containsExactly("1");
    assertThat(effects("shaky")).containsExactly("3");
    assertThat(job("attempts::text")).isEqualTo("3");
  }

  @Test
  @DisplayName(
      "P8: a handler that is done with an event is not called again, be it the only one left")
  void onlyOneLeft() {
    deliver("exact.type");
    awaitState("done");
    database.update(
        "INSERT INTO webhook_progress (provider, account_scope, event_id, handler)"
            + " SELECT provider, account_scope, event_id, ? FROM webhook_jobs WHERE event_id = ?",
        UserHandlers.Choosy.class.getName(),
        id);
    database.update(
        "UPDATE webhook_jobs SET state = 'pending', attempts = 0, finished_at = NULL, outcome = NULL"
            + " WHERE event_id = ?",
        id);
    awaitState("done");

    assertThat(effects("choosy")).containsExactly("1");
  }

  @Test
  @DisplayName(
      "P6: of two handlers none is passed over when the lease is lost between them by this node's clock alone")
  void lostBetweenTwo() {
    database.update(KEEPS_THE_LEASE);
    try {
      deliver("slow.pair");
      await().atMost(Duration.ofSeconds(20)).until(() -> log().contains("WHI-221"));
    } finally {
      database.update("DROP FUNCTION keep_the_lease() CASCADE");
    }
    awaitState("done");

    assertThat(effects("slow-first")).containsExactly("1");
    assertThat(effects("slow-second")).containsExactly("2");
  }

  private String log() {
    return String.join("\n", server.log().stream().filter(line -> line.contains(id)).toList());
  }

  @Test
  @DisplayName(
      "P10: a handler that has had its attempts is not called again beside one that has some left, and the event fails")
  void unevenAttempts() {
    deliver("uneven");
    awaitState("failed");

    assertThat(effects("strict")).containsExactly("1", "2");
    assertThat(effects("patient")).containsExactly("1", "2", "3", "4");
    assertThat(job("outcome || ': ' || last_error")).isEqualTo("exhausted: strict");
    assertThat(attempts())
        .isEqualTo("1 retry patient, 2 retry patient, 2 exhausted strict, 3 retry patient");
  }

  @Test
  @DisplayName(
      "P10: a handler that gave an event up is not called again while another cannot be called, and is with a fresh budget")
  void givenUpBesideOneThatWaits() {
    try {
      pause(WAITER);
      deliver("over.wait");
      await().until(() -> job("waits_for").equals(WAITER));
      assertThat(attempts()).isEqualTo("1 gave-up quitter");
      assertThat(job("state || ' ' || last_error")).isEqualTo("pending quitter");
    } finally {
      resume();
    }
    awaitState("failed");

    assertThat(effects("quitter")).containsExactly("1");
    assertThat(effects("waiter")).containsExactly("1");
    assertThat(job("outcome || ' ' || attempts || ' ' || last_error"))
        .isEqualTo("gave-up 1 quitter");
    assertThat(attempts()).isEqualTo("1 gave-up quitter");

    deliver("over.wait");
    await().until(() -> effects("quitter").size() == 2);
    awaitState("failed");

    assertThat(effects("waiter")).containsExactly("1");
    assertThat(attempts()).isEqualTo("1 gave-up quitter, 1 gave-up quitter");
  }

  @Test
  @DisplayName("P10: a handler that gave an event up is not called again beside one that retries")
  void givenUpBesideOneThatRetries() {
    deliver("over.retry");
    awaitState("failed");

    assertThat(effects("quitter")).containsExactly("1");
    assertThat(effects("third")).containsExactly("1", "2", "3");
    assertThat(job("outcome || ' ' || attempts || ' ' || last_error"))
        .isEqualTo("gave-up 3 quitter");
    assertThat(attempts()).isEqualTo("1 retry third, 1 gave-up quitter, 2 retry third");
  }

  @Test
  @DisplayName(
      "P10: handlers that fail for good in one attempt each leave a row, and cost one that waits none of its attempts")
  void severalGivenUp() {
    try {
      pause(WAITER);
      deliver("over.both");
      await().until(() -> job("waits_for").equals(WAITER));
    } finally {
      resume();
    }
    awaitState("failed");

    assertThat(effects("quitter")).containsExactly("1");
    assertThat(effects("spender")).containsExactly("1");
    assertThat(effects("waiter")).containsExactly("1");
    assertThat(attempts().split(", "))
        .containsExactlyInAnyOrder("1 gave-up quitter", "1 exhausted spender");
    assertThat(job("outcome")).isEqualTo("gave-up");
  }

  /** And waits until the server has seen it, which an event of nobody else's shows. */
  private void pause(String subject) {
    database.update(
        "INSERT INTO webhook_pauses (subject, paused_by, reason) VALUES (?, 'me', 'why')", subject);
    await().until(() -> isParked("evt_" + UUID.randomUUID()));
  }

  private static boolean isParked(String probe) {
    String body = "{\"type\":\"over.probe\",\"id\":\"" + probe + "\"}";
    hooks.send("standard", Sources.STANDARD.sign(probe, body));
    String sql = "SELECT coalesce(waits_for, state) FROM webhook_jobs WHERE event_id = ?";
    await()
        .untilAsserted(
            () -> assertThat(database.value(String.class, sql, probe)).isIn("done", WAITER));
    return WAITER.equals(database.value(String.class, sql, probe));
  }

  private static void resume() {
    database.update("DELETE FROM webhook_pauses");
  }

  @Test
  @DisplayName("P10: a handler that answers null is tried again")
  void answersNull() {
    deliver("odd.null");
    awaitState("done");

    assertThat(job("attempts || ' ' || last_error")).isEqualTo("2 the handler answered null");
  }

  @Test
  @DisplayName(
      "P10: a handler that throws an error with an unprintable message is tried again, with a readable reason")
  void throwsAnError() {
    deliver("odd.error");
    awaitState("done");

    assertThat(job("attempts || ' ' || last_error")).isEqualTo("2 java.lang.AssertionError: a b c");
  }

  @Test
  @DisplayName("P6: a handler that runs longer than its lease keeps it, and nobody runs beside it")
  void longRun() {
    deliver("hang");
    await().until(() -> !effects("hanging").isEmpty());
    String first = job("lease_until::text");

    await()
        .atMost(LEASE.multipliedBy(5))
        .until(
            () ->
                Boolean.TRUE.equals(
                    database.value(
                        Boolean.class,
                        "SELECT now() > CAST(? AS timestamptz) + interval '2 s' AND lease_until > now()"
                            + " FROM webhook_jobs WHERE event_id = ?",
                        first,
                        id)));

    assertThat(effects("hanging")).containsExactly("1");
    assertThat(effects("interrupted")).isEmpty();
    assertThat(job("state")).isEqualTo("running");
  }

  @Test
  @DisplayName(
      "P7: a handler whose lease went to another worker is interrupted, and its success is not recorded")
  void lostLease() {
    deliver("hang");
    await().until(() -> !effects("hanging").isEmpty());

    database.update(
        "UPDATE webhook_jobs SET lease_token = lease_token + 1, lease_owner = 'another',"
            + " lease_until = now() + interval '1 hour' WHERE event_id = ?",
        id);
    await().atMost(Duration.ofSeconds(10)).until(() -> !effects("interrupted").isEmpty());

    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(10))
        .until(() -> job("state || ' ' || lease_owner").equals("running another"));
  }

  private String attempts() {
    return database.value(
        String.class,
        "SELECT string_agg(attempt || ' ' || outcome || ' ' || message, ', '"
            + " ORDER BY lease_token, part) FROM webhook_attempts WHERE event_id = ?",
        id);
  }

  @Test
  @DisplayName(
      "P6: a handler that runs longer than it may is interrupted, and its attempt fails whatever it answers")
  void endless() {
    deliver("endless");
    awaitState("done");

    assertThat(job("attempts::text")).isEqualTo("2");
    assertThat(attempts()).isEqualTo("1 retry ran longer than its PT1S");
  }

  @Test
  @DisplayName(
      "P6, P7: one that does not heed the interrupt loses its event when the lease ends, is told so, and changes nothing")
  void deaf() {
    deliver("deaf");
    awaitState("done");
    assertThat(attempts()).isEqualTo("1 retry ran longer than its PT1S");
    assertThat(effects("told")).isEmpty();
    String ended = job("webhook_jobs::text");

    await().atMost(Duration.ofSeconds(20)).until(() -> !effects("told").isEmpty());
    await()
        .during(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(10))
        .until(() -> job("webhook_jobs::text").equals(ended));
  }

  @Test
  @DisplayName(
      "a handler that does not say which events it takes stops the deployment with a clear message")
  void withoutHandles() {
    try (Server stopped =
        Server.on(database)
            .war(War.with(directory, SilentHandler.class))
            .with(Sources.settings())
            .launch()) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  stopped.log().stream()
                      .anyMatch(
                          line ->
                              line.contains("cannot start:") && line.contains("without @Handles")));
      assertThat(stopped.isReady()).isFalse();
    }
  }
}
