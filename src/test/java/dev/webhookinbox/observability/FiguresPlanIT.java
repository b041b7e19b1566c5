package dev.webhookinbox.observability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.inbox.Explained;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queue's figures on a table of 500,000 jobs, most of them done. */
class FiguresPlanIT {

  private static final String SEED =
      """
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, state, accepted_at, next_attempt_at, finished_at, outcome, last_error)
      SELECT 'p', 'a', 'e' || n, CASE WHEN n % 4 = 0 THEN 'few' ELSE 'many' END, 'x', n, 'raw',
             sha256('x'), state, now() - n * interval '1 second', now() - n * interval '1 second',
             CASE WHEN state <> 'pending' THEN now() END,
             CASE state WHEN 'done' THEN 'done' WHEN 'failed' THEN 'exhausted' END,
             CASE state WHEN 'failed' THEN 'reason' END
        FROM (SELECT n, CASE WHEN n % 200 = 7 THEN 'failed' WHEN n % 1000 = 3 THEN 'pending'
                             ELSE 'done' END AS state
                FROM generate_series(1, 500000) n) AS seeds
      """;

  @TempDir Path directory;

  @Test
  @DisplayName("the queue is told without reading what is done, whose number is an estimate")
  void figures() throws SQLException {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        Connection connection = postgres.freshDatabase().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(Migrations.sql());
      statement.execute(SEED);
      statement.execute("VACUUM ANALYZE");
      connection.setAutoCommit(false);

      Explained explained = Explained.warm(connection, QueueFigures.COUNTS, "auto");
      Map<String, Long> jobs = jobs(statement);

      assertThat(explained.plan()).doesNotContain("Seq Scan on webhook_jobs");
      assertThat(explained.buffers()).as(explained.plan()).isLessThan(5_000);
      assertThat(jobs).containsEntry("many pending", 500L).containsEntry("many failed", 2_500L);
      assertThat(jobs.get("many done")).isBetween(350_000L, 400_000L);
      assertThat(jobs.get("few done")).isBetween(100_000L, 150_000L);
    }
  }

  private static Map<String, Long> jobs(Statement statement) throws SQLException {
    Map<String, Long> jobs = new TreeMap<>();
    try (ResultSet rows = statement.executeQuery(QueueFigures.COUNTS)) {
      while (rows.next()) {
        jobs.put(rows.getString(1) + " " + rows.getString(2), rows.getLong(3));
      }
    }
    return jobs;
  }
}
