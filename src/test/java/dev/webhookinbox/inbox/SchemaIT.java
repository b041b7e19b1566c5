package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schema as the product's own migration leaves it. */
class SchemaIT {

  /** Renew it after a new migration: copy target/schema.txt here, and read the difference first. */
  private static final Path KEPT = Path.of("src/test/resources/schema.txt");

  private static final String CATALOG =
      """
      SELECT format('table %s options %s', c.relname, coalesce(array_to_string(c.reloptions, ' '), '-')) AS line
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      UNION ALL
      SELECT format('column %s.%s %s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                    CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
                    coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''))
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'v')
      UNION ALL
      SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
      UNION ALL
      SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL
      SELECT format('view %s %s', viewname, regexp_replace(definition, '\\s+', ' ', 'g'))
        FROM pg_views WHERE schemaname = 'public'
      UNION ALL
      SELECT 'function ' || regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g')
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT 'sequence ' || sequencename FROM pg_sequences WHERE schemaname = 'public'
      ORDER BY 1
      """;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;

  @BeforeAll
  static void migrate() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    Server.on(database).with(Sources.settings()).start().close();
  }

  @AfterAll
  static void stop() {
    postgres.close();
  }

  @Test
  @DisplayName("the migrated schema is the one that is kept in the repository")
  void schema() throws IOException {
    String migrated =
        database.rows(CATALOG).stream()
            .map(row -> String.valueOf(row.get("line")))
            .filter(line -> !line.contains("webhook_schema_history"))
            .collect(Collectors.joining("\n", "", "\n"));
    Files.writeString(Path.of("target/schema.txt"), migrated);

    assertThat(migrated).isEqualTo(Files.readString(KEPT));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          an unknown state              | state = 'lost'
          running without a lease       | state = 'running'
          a lease without running       | lease_owner = 'a', lease_until = now()
          half a lease                  | state = 'running', lease_owner = 'a'
          done without its time         | state = 'done', outcome = 'done'
          done without an outcome       | state = 'done', finished_at = now()
          failed without a reason       | state = 'failed', finished_at = now(), outcome = 'x'
          an end while pending          | finished_at = now(), outcome = 'x'
          an unknown binding            | body_binding = 'some'
          a hash of another length      | body_sha256 = 'abc'
          a negative number of attempts | attempts = -1
          a second signal while waiting | signalled_again = true
          waiting with a time           | waits_for = 'route:r'
          never due without a cause     | next_attempt_at = 'infinity'
          a turn without a key          | waits_for = 'turn', next_attempt_at = 'infinity'
          waiting while it runs         | state = 'running', lease_owner = 'a', lease_until = now(), waits_for = 'route:r', next_attempt_at = 'infinity'
          blocking without a key        | order_blocks = true
          """)
  @DisplayName("the database refuses a job that cannot be")
  void invariants(String what, String change) {
    database.update("DELETE FROM webhook_jobs");
    database.update(
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,"
            + " delivery_id, body_binding, body_sha256)"
            + " VALUES ('p', 'a', 'e', 's', 't', 1, 'raw', sha256('x'))");

    assertThatThrownBy(() -> database.update("UPDATE webhook_jobs SET " + change))
        .as(what)
        .hasStackTraceContaining("violates check constraint");
  }

  @Test
  @DisplayName(
      "a schema that a DBA applied is taken as it is, and a missing one stops the deployment with the mend")
  void appliedByDba() {
    Database applied = postgres.freshDatabase();
    applied.update("CREATE TABLE of_somebody_else (n int)");
    try (Server stopped = withoutMigration(applied).launch()) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> String.join("\n", stopped.log()).contains("cannot start: the database lacks"));
    }
    applied.update(Migrations.sql());
    try (Server started = withoutMigration(applied).start()) {
      assertThat(started.isReady()).isTrue();
    }
  }

  private static ServerSetup withoutMigration(Database where) {
    return Server.on(where).with(Sources.settings()).with("inbox.schema.migrate", "false");
  }

  @Test
  @DisplayName("what PostgreSQL cannot hold as JSON is null in the view, and whole in the bodies")
  void view() {
    database.update("DELETE FROM webhook_bodies");
    database.update("DELETE FROM webhook_jobs");
    String[] bodies = {"{\"a\": 1}", "{\"a\":\"\\u0000\"}", "{\"a\":\"\\ud800\"}", "no json", ""};
    for (int n = 0; n < bodies.length; n++) {
      database.update(
          "INSERT INTO webhook_bodies (delivery_id, body) VALUES (?, ?)",
          n,
          bodies[n].getBytes(UTF_8));
      database.update(
          "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,"
              + " delivery_id, body_binding, body_sha256)"
              + " VALUES ('p', 'a', ?, 's', 't', ?, 'raw', sha256('x'))",
          "e" + n,
          n);
    }

    assertThat(
            database.rows("SELECT payload::text AS payload FROM webhook_events ORDER BY event_id"))
        .extracting(row -> row.get("payload"))
        .containsExactly("{\"a\": 1}", null, null, null, null);
  }
}
