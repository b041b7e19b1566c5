package dev.webhookinbox.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.DatabaseTrouble;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is there and does not take what it is given. */
@Tag("core")
class DatabaseTroubleIT {

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static DatabaseTrouble trouble;
  private static Server server;
  private static Hooks hooks;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    trouble = new DatabaseTrouble(postgres, database);
    server =
        Server.on(database)
            .with(Sources.settings())
            .with("inbox.worker.poll", "PT0.2S")
            .with("inbox.worker.lease", "PT5S")
            .with("inbox.routes", "narrow")
            .with("inbox.route.narrow.source", "standard")
            .with("inbox.route.narrow.action", "log")
            .with("inbox.route.narrow.types", "narrow")
            .with("inbox.route.narrow.concurrency", "1")
            .with("inbox.route.narrow.rate", "100/PT1S")
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private static SignedRequest delivery() {
    return delivery("x");
  }

  private static SignedRequest delivery(String type) {
    return Sources.STANDARD.sign("evt_" + UUID.randomUUID(), "{\"type\":\"" + type + "\"}");
  }

  /** The sender delivers again until it is taken; then it is handled once. */
  private static void assertTakenAfterwards(SignedRequest delivery) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> hooks.send("standard", delivery).statusCode() == 200);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE event_id = ? AND state = 'done'",
                        delivery.header("webhook-id"))
                    == 1);
  }

  @Test
  @DisplayName("P5, P6: a database that has become read-only is 503; afterwards all goes on")
  void readOnly() {
    SignedRequest delivery = delivery();

    trouble.withSetting(
        "default_transaction_read_only = on", () -> TryAgain.assertAnsweredTo(hooks, delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: a database that takes no more sessions is 503; afterwards all goes on")
  void noMoreSessions() {
    SignedRequest delivery = delivery();

    trouble.withoutSessions(() -> TryAgain.assertAnsweredTo(hooks, delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: a table that a stranger has locked is 503; afterwards all goes on")
  void locked() {
    SignedRequest delivery = delivery();

    trouble.withLock("webhook_jobs", () -> TryAgain.assertAnsweredTo(hooks, delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: statements that time out are 503; afterwards all goes on")
  void timedOut() {
    SignedRequest delivery = delivery();

    trouble.withSetting(
        "statement_timeout = '50ms'",
        () -> trouble.withLock("webhook_jobs", () -> TryAgain.assertAnsweredTo(hooks, delivery)));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P1, P5: a server whose sessions end while it stores loses no acknowledged event")
  void sessionsEnd() {
    for (int n = 0; n < 20; n++) {
      SignedRequest delivery = delivery();
      trouble.endSessions();
      assertTakenAfterwards(delivery);
    }
  }

  @Test
  @DisplayName("P6: a route with one place whose rate could not be asked for goes on afterwards")
  void rateUnknown() {
    SignedRequest delivery = delivery("narrow");

    trouble.withLock(
        "webhook_rates",
        () -> {
          assertThat(hooks.send("standard", delivery).statusCode()).isEqualTo(200);
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> String.join("\n", server.log()).contains("WHI-222"));
        });

    assertTakenAfterwards(delivery);
  }
}
