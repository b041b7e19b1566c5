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
import java.net.http.HttpResponse;
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

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(6);

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
        Server.on(database).with(Sources.settings()).with("inbox.worker.poll", "PT0.2S").start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private static SignedRequest delivery() {
    return Sources.STANDARD.sign("evt_" + UUID.randomUUID(), "{\"type\":\"x\"}");
  }

  private static void assertTryAgain(SignedRequest delivery) {
    long before = System.nanoTime();
    HttpResponse<String> answer = hooks.send("standard", delivery);
    Duration took = Duration.ofNanos(System.nanoTime() - before);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(took).isLessThan(LONGEST_ANSWER);
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

    trouble.withSetting("default_transaction_read_only = on", () -> assertTryAgain(delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: a database that takes no more sessions is 503; afterwards all goes on")
  void noMoreSessions() {
    SignedRequest delivery = delivery();

    trouble.withoutSessions(() -> assertTryAgain(delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: a table that a stranger has locked is 503; afterwards all goes on")
  void locked() {
    SignedRequest delivery = delivery();

    trouble.withLock("webhook_jobs", () -> assertTryAgain(delivery));

    assertTakenAfterwards(delivery);
  }

  @Test
  @DisplayName("P5, P6: statements that time out are 503; afterwards all goes on")
  void timedOut() {
    SignedRequest delivery = delivery();

    trouble.withSetting(
        "statement_timeout = '50ms'",
        () -> trouble.withLock("webhook_jobs", () -> assertTryAgain(delivery)));

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
}
