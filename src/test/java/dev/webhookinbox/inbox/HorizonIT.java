package dev.webhookinbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The claim beside an old transaction that keeps PostgreSQL from removing what is dead: here 20,000
 * jobs, in no order on the disk, were finished while a report ran, and 100 are due behind them.
 */
@Tag("alone")
class HorizonIT {

  private static final int MOST = 50;

  private static final String DUE =
      """
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, next_attempt_at)
      SELECT 'p', 'acct', 'e' || n, 's', 'x', n, 'raw', sha256('x'),
             now() - (20200 - n) * interval '10 milliseconds'
        FROM generate_series(1, 20100) n
       ORDER BY md5(n::text)
      """;
  private static final String FINISH =
      """
      UPDATE webhook_jobs SET state = 'done', finished_at = now(), outcome = 'done'
       WHERE delivery_id <= 20000
      """;
  private static final String LAST_CLAIMED =
      "SELECT max(next_attempt_at)::text FROM webhook_jobs WHERE state = 'done'";

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Connection report;
  private static Connection worker;

  @BeforeAll
  static void seed() throws SQLException {
    postgres = Postgres.start(directory.resolve("pg"));
    Database database = postgres.freshDatabase();
    report = database.connect();
    worker = database.connect();
    try (Statement statement = worker.createStatement()) {
      statement.execute(Migrations.sql());
      statement.execute(DUE);
      beginReport();
      statement.execute(FINISH);
      statement.execute("VACUUM ANALYZE");
    }
    worker.setAutoCommit(false);
  }

  private static void beginReport() throws SQLException {
    report.setAutoCommit(false);
    report.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    try (Statement statement = report.createStatement()) {
      statement.execute("SELECT count(*) FROM webhook_jobs");
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    worker.close();
    report.close();
    postgres.close();
  }

  @Test
  @DisplayName(
      "a claim from where the last one ended does not step over all that is dead before it")
  void claimFromPosition() throws SQLException {
    String position = text(LAST_CLAIMED);

    int fromStart = buffersOfClaim(QueuePosition.START.time());
    int fromPosition = buffersOfClaim(position);

    assertThat(fromStart)
        .as("the dead are in the way, else this shows nothing")
        .isGreaterThan(15_000);
    assertThat(fromPosition).isLessThan(3_000);
  }

  private static int buffersOfClaim(String position) throws SQLException {
    return Explained.warm(
            worker, QueueSql.claimWithSuspect(MOST), "auto", "worker", 60_000L, position)
        .buffers();
  }

  private static String text(String sql) throws SQLException {
    try (Statement statement = worker.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }
}
