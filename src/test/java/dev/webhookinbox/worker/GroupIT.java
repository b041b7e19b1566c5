package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that are handled in one transaction. */
class GroupIT {

  private static final int EVENTS = 500;

  @TempDir static Path directory;

  @Test
  @DisplayName(
      "P8: events that share a transaction are each done once, and those that fail take none of the others with them")
  void together() {
    Postgres postgres = Postgres.start(directory.resolve("pg"));
    Database database = postgres.freshDatabase();
    database.update(GroupHandlers.TABLE);
    try (Server server =
        Server.on(database)
            .war(War.with(directory, GroupHandlers.class))
            .with(Sources.settings())
            .with("inbox.retry.base", "PT0.05S")
            .with("inbox.worker.poll", "PT0.1S")
            .with("inbox.worker.concurrency", "4")
            .start()) {
      assertThat(server.isReady()).isTrue();
      database.update(
          "INSERT INTO webhook_bodies (delivery_id, body) SELECT n, '{}' FROM generate_series(1, ?) n",
          EVENTS);
      database.update(
          "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,"
              + " body_binding, body_sha256)"
              + " SELECT 'standard-webhooks', 'standard', 'e' || n || CASE n % 100 WHEN 50 THEN '-bad'"
              + " WHEN 90 THEN '-never' ELSE '' END, 'standard', 'group', n, 'raw', sha256('x')"
              + " FROM generate_series(1, ?) n",
          EVENTS);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  database.count(
                          "SELECT count(*) FROM webhook_jobs WHERE state IN ('done', 'failed')")
                      == EVENTS);

      long failed = EVENTS / 100;
      assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'failed'"))
          .isEqualTo(failed);
      assertThat(
              database.count(
                  "SELECT count(*) FROM webhook_jobs WHERE state = 'failed' AND event_id LIKE '%-never'"))
          .isEqualTo(failed);
      assertThat(database.count("SELECT count(*) FROM grouped")).isEqualTo(EVENTS - failed);
      assertThat(database.count("SELECT count(DISTINCT event_id) FROM grouped"))
          .isEqualTo(EVENTS - failed);
      assertThat(database.count("SELECT count(DISTINCT transaction) FROM grouped"))
          .as("transactions")
          .isLessThan(EVENTS / 2);
    } finally {
      postgres.close();
    }
  }
}
