package dev.webhookinbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The product's own statements on a table of 100,000 jobs, warm, with generic plans too. */
class PlanIT {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\?(\\d+)");
  private static final Pattern BUFFERS = Pattern.compile("Buffers: shared hit=(\\d+)");

  private static final String SEED =
      """
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, state, attempts, finished_at, outcome, lease_owner, lease_until,
        order_key, waits_for, next_attempt_at)
      SELECT 'p', 'acct', 'e' || n, 's', 'x', n, 'raw', sha256('x'), state, 1,
             CASE WHEN state = 'done' THEN now() END, CASE WHEN state = 'done' THEN 'done' END,
             CASE WHEN state = 'running' THEN 'w' END,
             CASE WHEN state = 'running' THEN now() + interval '1 hour' END,
             CASE WHEN waits_for = 'turn' THEN 'k' || n / 100 END, waits_for,
             CASE WHEN waits_for IS NULL THEN now() ELSE 'infinity' END
        FROM (SELECT n, state, CASE WHEN state <> 'pending' THEN NULL WHEN n % 7 = 0 THEN 'turn'
                                    WHEN n % 7 = 1 THEN 'route:r' END AS waits_for
        FROM (SELECT n, CASE WHEN n % 10 < 6 THEN 'done' WHEN n % 1000 = 7 THEN 'running'
                             ELSE 'pending' END AS state
                FROM generate_series(1, 100000) n) AS states) AS seeds
      """;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Connection connection;

  @BeforeAll
  static void seed() throws SQLException {
    postgres = Postgres.start(directory.resolve("pg"));
    connection = postgres.freshDatabase().connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(Migrations.sql());
      statement.execute(SEED);
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute("VACUUM ANALYZE");
      connection.setAutoCommit(false);
    }
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    postgres.close();
  }

  static List<Arguments> statements() {
    Object[] settle = {"p", "acct", "e7", 0L, "done"};
    Object[] settleWithReason = {"p", "acct", "e7", 0L, 1_000L, "reason", "h", "", ""};
    Object[] fail = {"p", "acct", "e7", 0L, "gave-up", "reason", "h", "", ""};
    Object[] spent = {"p", "acct", "e7", 0L, "gave-up", 0};
    Object[] lanes = {new String[] {"p"}, new String[] {"acct"}, new String[] {"k7"}};
    Object[] many = {
      new String[] {"p"},
      new String[] {"acct"},
      new String[] {"e7"},
      new String[] {"0"},
      new String[] {"done"}
    };
    Object[] accept = {
      new String[] {"acct"},
      new String[] {"new"},
      new String[] {"x"},
      new String[] {null},
      "p",
      "s",
      "raw",
      new byte[32],
      "",
      "",
      new byte[] {1},
      new String[] {null},
      new String[] {null},
      new String[] {null},
      new String[] {null},
      "",
      "all",
      ""
    };
    return List.of(
        Arguments.of("claim", QueueSql.claim(50), new Object[] {"w", 60_000L, "-infinity"}, 3_000),
        Arguments.of(
            "claim with a suspect",
            QueueSql.claimWithSuspect(50),
            new Object[] {"w", 60_000L, "-infinity"},
            3_000),
        Arguments.of("tenants", QueueSql.TENANTS, new Object[] {"", ""}, 200),
        Arguments.of(
            "claim of each",
            QueueSql.claimOfEach(1, 16),
            new Object[] {"w", 60_000L, new String[] {"s"}, new String[] {"acct"}},
            200),
        Arguments.of("promote", LaneSql.PROMOTE, lanes, 200),
        Arguments.of("waiting lanes", LaneSql.WAITING, new Object[] {"", "", ""}, 12_000),
        Arguments.of("resume", PauseTable.RESUME, new Object[] {}, 30_000),
        Arguments.of("all done", QueueSql.ALL_DONE, many, 100),
        Arguments.of("done and applied", QueueSql.DONE_AND_APPLIED, settle, 100),
        Arguments.of("renew", QueueSql.RENEW, new Object[] {"w", 60_000L}, 4_000),
        Arguments.of("rescue", QueueSql.RESCUE, new Object[] {5}, 200),
        Arguments.of("done", QueueSql.DONE, settle, 100),
        Arguments.of("again", QueueSql.AGAIN, settleWithReason, 100),
        Arguments.of("failed", QueueSql.FAILED, fail, 100),
        Arguments.of("give up", QueueSql.GIVE_UP, fail, 100),
        Arguments.of("spent", QueueSql.SPENT, spent, 100),
        Arguments.of("progress", QueueSql.PROGRESS, settle, 100),
        Arguments.of("store", AcceptSql.STORE, accept, 200),
        Arguments.of("signal", AcceptSql.SIGNAL, accept, 200),
        Arguments.of(
            "known",
            AcceptSql.KNOWN,
            new Object[] {"p", new String[] {"acct"}, new String[] {"e1"}, new byte[32], true},
            300),
        Arguments.of("replayed", AcceptSql.REPLAYED, new Object[] {"s", new String[] {"00"}}, 200));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statements")
  @DisplayName("no statement of the hot path reads the jobs from one end to the other")
  void plans(String name, String sql, Object[] values, int buffers) throws SQLException {
    for (String mode : List.of("auto", "force_custom_plan", "force_generic_plan")) {
      String plan = plan(sql, values, mode);

      assertThat(plan).as(name + ", " + mode).doesNotContain("Seq Scan on webhook_jobs");
      assertThat(touched(plan)).as(name + ", " + mode + "\n" + plan).isLessThan(buffers);
    }
  }

  /** Prepared on the server from its first execution on, and executed past the planner's trials. */
  private static String plan(String sql, Object[] values, String mode) throws SQLException {
    List<Object> ordered = new ArrayList<>();
    Matcher matcher = PLACEHOLDER.matcher(sql);
    while (matcher.find()) {
      ordered.add(values[Integer.parseInt(matcher.group(1)) - 1]);
    }
    String positional = matcher.replaceAll("?");
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + positional)) {
      statement.execute("SET plan_cache_mode = " + mode);
      prepared.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1);
      for (int at = 0; at < ordered.size(); at++) {
        prepared.setObject(at + 1, ordered.get(at));
      }
      String plan = "";
      for (int times = 0; times < 7; times++) {
        plan = explained(prepared);
        connection.rollback();
      }
      return plan;
    }
  }

  private static String explained(PreparedStatement prepared) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (ResultSet result = prepared.executeQuery()) {
      while (result.next()) {
        plan.append(result.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }

  /** Of the whole statement: the first figure of the plan counts all below it. */
  private static int touched(String plan) {
    Matcher matcher = BUFFERS.matcher(plan);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
