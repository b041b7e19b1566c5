package dev.webhookinbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The statements that take a batch of 100 events, and the rarer ones, on 100,000 jobs. */
class BatchPlanIT {

  private static final int BATCH = 100;

  private static final String JOBS =
      """
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, replay_print, state, attempts, finished_at, outcome, last_error)
      SELECT 'p', 'acct', 'e' || n, 's', 'x', n, 'raw', sha256('x'), sha256(CAST(n::text AS bytea)),
             CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'done' END, 1, now(), 'x', 'x'
        FROM generate_series(1, 100000) n
      """;
  private static final String MARKS =
      """
      INSERT INTO webhook_progress (provider, account_scope, event_id, handler)
      SELECT 'p', 'acct', 'e' || n, 'h' FROM generate_series(1, 100000) n
      """;

  private static final String ONE_RUNS =
      """
      UPDATE webhook_jobs
         SET state = 'running', finished_at = NULL, outcome = NULL, lease_owner = 'w', lease_until = now()
       WHERE event_id = 'e7'
      """;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Connection connection;

  @BeforeAll
  static void seed() throws SQLException {
    postgres = Postgres.start(directory.resolve("pg"));
    connection = postgres.freshDatabase().connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute(Migrations.sql());
      statement.execute(JOBS);
      statement.execute(ONE_RUNS);
      statement.execute(MARKS);
      statement.execute("VACUUM ANALYZE");
    }
    connection.setAutoCommit(false);
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    postgres.close();
  }

  private static @Nullable String[] hundred(IntFunction<@Nullable String> text) {
    return IntStream.rangeClosed(1, BATCH).mapToObj(text).toArray(String[]::new);
  }

  private static Object[] delivery(String ids) {
    return new Object[] {
      hundred(n -> "acct"),
      hundred(n -> ids + n),
      hundred(n -> "x"),
      hundred(n -> null),
      "p",
      "s",
      "raw",
      new byte[32],
      "",
      "",
      new byte[] {1},
      hundred(n -> null),
      hundred(n -> null),
      hundred(n -> null),
      hundred(n -> null),
      "",
      "all",
      ""
    };
  }

  static List<Arguments> statements() {
    Object[] keys = {"p", hundred(n -> "acct"), hundred(n -> "e" + n)};
    Object[] known = {"p", keys[1], keys[2], new byte[32], false};
    Object[] prints = {"s", hundred(n -> "%064x".formatted(n))};
    Object[] held = {"p", "acct", "e7", 0L};
    return List.of(
        Arguments.of("store, all new", AcceptSql.STORE, delivery("new"), 100 * BATCH),
        Arguments.of("store, all known", AcceptSql.STORE, delivery("e"), 50 * BATCH),
        Arguments.of("signal, all known", AcceptSql.SIGNAL, delivery("e"), 100 * BATCH),
        Arguments.of("forget progress", AcceptSql.FORGET_PROGRESS, keys, 20 * BATCH),
        Arguments.of("known", AcceptSql.KNOWN, known, 50 * BATCH),
        Arguments.of("replayed", AcceptSql.REPLAYED, prints, 20 * BATCH),
        Arguments.of("unstarted", QueueSql.UNSTARTED, held, 50),
        Arguments.of("abandon", QueueSql.ABANDON, held, 50),
        Arguments.of("progress of", QueueSql.PROGRESS_OF, held, 20));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statements")
  @DisplayName(
      "a statement touches so many pages as its batch has events, and not as the table has")
  void plans(String name, String sql, Object[] values, int buffers) throws SQLException {
    for (String mode : List.of("auto", "force_custom_plan", "force_generic_plan")) {
      Explained explained = Explained.warm(connection, sql, mode, values);

      assertThat(explained.plan())
          .as(name + ", " + mode)
          .doesNotContain("Seq Scan on webhook_jobs")
          .doesNotContain("Seq Scan on webhook_progress");
      assertThat(explained.buffers())
          .as(name + ", " + mode + "\n" + explained.plan())
          .isLessThan(buffers);
    }
  }
}
