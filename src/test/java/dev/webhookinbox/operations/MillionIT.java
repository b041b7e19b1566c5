package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.inbox.Explained;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What operators ask for on a table of 1,000,000 jobs: nothing of it reads them all. */
@Tag("alone")
class MillionIT {

  private static final String SEED =
      """
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, state, attempts, accepted_at, finished_at, outcome, last_error)
      SELECT 'p', 'acct' || n % 50, 'evt_' || n, 's' || n % 5, 'type.' || n % 20, n, 'raw', sha256('x'),
             state, 1, now() - n * interval '1 second',
             CASE WHEN state <> 'pending' THEN now() END,
             CASE state WHEN 'done' THEN 'done' WHEN 'failed' THEN 'exhausted' END,
             CASE state WHEN 'failed' THEN 'answered 503' END
        FROM (SELECT n, CASE WHEN n % 200 = 7 THEN 'failed' WHEN n % 1000 = 3 THEN 'pending'
                             ELSE 'done' END AS state
                FROM generate_series(1, 1000000) n) AS seeds
      """;
  private static final Pattern TIME = Pattern.compile("Execution Time: ([0-9.]+) ms");
  private static final double MOST_MILLIS = 300;
  private static final double MOST_METRICS_MILLIS = 50;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Connection connection;

  @BeforeAll
  static void seed() throws SQLException {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    connection = database.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute(Migrations.sql());
      statement.execute(SEED);
      statement.execute(
          "INSERT INTO webhook_bodies (delivery_id, body)"
              + " SELECT delivery_id, 'x' FROM webhook_jobs WHERE state = 'failed'");
      statement.execute("VACUUM ANALYZE");
    }
    connection.setAutoCommit(false);
  }

  @AfterAll
  static void stop() throws SQLException {
    connection.close();
    postgres.close();
  }

  private static void assertCheap(String what, String sql, Object... values) throws SQLException {
    for (String mode : List.of("auto", "force_custom_plan", "force_generic_plan")) {
      Explained explained = Explained.warm(connection, sql, mode, values);
      Matcher time = TIME.matcher(explained.plan());
      assertThat(time.find()).isTrue();
      System.out.println(what + ", " + mode + ": " + time.group(1) + " ms, " + explained.buffers());
      assertThat(explained.plan())
          .as(what + ", " + mode)
          .doesNotContain("Seq Scan on webhook_jobs");
      assertThat(Double.parseDouble(time.group(1)))
          .as(what + ", " + mode + "\n" + explained.plan())
          .isLessThan(MOST_MILLIS);
    }
  }

  private static Object[] values(EventFilter filter, EventRef behind) {
    return new Object[] {
      filter.source(),
      filter.account(),
      filter.type(),
      filter.outcome(),
      filter.id(),
      filter.error(),
      filter.object(),
      filter.from(),
      filter.to(),
      behind.acceptedMicros(),
      behind.provider(),
      behind.account(),
      behind.id()
    };
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource({
    "source, ''",
    "source, s1",
    "source, none",
    "type, type.3",
    "account, acct7",
    "state, failed",
    "state, pending",
    "state, running",
    "state, done",
    "outcome, exhausted",
    "id, evt_999999",
    "error, nothing of it",
    "object, nothing of it",
    "from, 2020-01-01T00:00:00Z",
    "to, 2020-01-01T00:00:00Z"
  })
  @DisplayName("a page of events, whatever is sought, on a table of 1,000,000")
  void lists(String name, String value) throws SQLException {
    EventFilter filter = EventFilter.of(Map.of(name, value)::get);
    Object[] first = values(filter, EventRef.START);
    Object[] end = {first[7], first[9], first[10], first[11], first[12]};
    assertCheap(name + "=" + value, EventSql.list(filter, 51), first);
    assertCheap(name + "=" + value + ", end", EventSql.walkEnd(filter), end);
  }

  @Test
  @DisplayName(
      "by HTTP on a table of 1,000,000: pages of 95 of 100 within 300 ms, metrics within 50")
  void byHttp() {
    try (Server server =
        Api.users(Server.on(database).asDeployed())
            .with(Sources.settings())
            .with("inbox.schema.migrate", "false")
            .with("inbox.worker.enabled", "false")
            .start()) {
      Api vera = Api.as(server, "vera");
      String ref = new EventRef("p", "acct7", "evt_7", 0).text();
      Map<String, Double> most = new TreeMap<>();
      for (String query :
          List.of(
              "",
              "source=s1",
              "source=none",
              "type=type.3",
              "type=ty*",
              "account=acct7",
              "state=failed",
              "state=pending",
              "state=running",
              "state=done",
              "outcome=exhausted",
              "id=evt_999999",
              "error=nothing",
              "error=503&state=failed",
              "object=none",
              "from=2020-01-01T00:00:00Z",
              "to=2020-01-01T00:00:00Z")) {
        most.put("/api/events?" + query, MOST_MILLIS);
      }
      most.put("/api/events/" + ref, MOST_MILLIS);
      most.put("/api/sources", MOST_MILLIS);
      most.put("/api/routes", MOST_MILLIS);
      most.put("/api/actions", MOST_MILLIS);
      most.put("/api/audit", MOST_MILLIS);
      most.put("/api/metrics", MOST_METRICS_MILLIS);
      most.forEach((path, millis) -> assertThat(p95(vera, path)).as(path).isLessThan(millis));
    }
  }

  private static double p95(Api api, String path) {
    double[] millis = new double[40];
    for (int at = -5; at < millis.length; at++) {
      long begun = System.nanoTime();
      assertThat(api.get(path).statusCode()).as(path).isEqualTo(200);
      if (at >= 0) {
        millis[at] = (System.nanoTime() - begun) / 1e6;
      }
    }
    Arrays.sort(millis);
    double found = millis[millis.length * 95 / 100 - 1];
    System.out.printf("GET %s: p50 %.1f ms, p95 %.1f ms%n", path, millis[20], found);
    return found;
  }

  @Test
  @DisplayName("a bulk retry's count, an event and the last deliveries, on a table of 1,000,000")
  void others() throws SQLException {
    assertCheap(
        "count", EventSql.COUNT, "", "", "", "", "", "503", "", 0L, EventFilter.END, 10_000);
    assertCheap("one", EventSql.ONE, "p", "acct7", "evt_7");
    assertCheap("last deliveries", EventSql.LAST_DELIVERIES);
    assertCheap("attempts", EventSql.ATTEMPTS, "p", "acct7", "evt_7");
    assertCheap("guarded actions", EventSql.GUARDED, "p", "acct7", "evt_7");
    assertCheap("audit", EventSql.AUDIT_OF_EVENT, "p", "acct7", "evt_7");
  }
}
