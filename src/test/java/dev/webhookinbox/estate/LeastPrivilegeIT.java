package dev.webhookinbox.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product under the roles of {@code server-config/postgresql}. */
class LeastPrivilegeIT {

  @TempDir static Path directory;

  private static Server node(Database database, Target target, String worker) {
    return Server.on(database)
        .with(Sources.settingsTo(target.url("/")))
        .with("inbox.schema.migrate", "false")
        .with("inbox.worker.enabled", worker)
        .start();
  }

  private static Database as(Database owner, String role) {
    return new Database(owner.url(), role, "a-password");
  }

  @Test
  @DisplayName("accepting, working and looking need no more than their roles have")
  void roles() throws IOException {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        Target target = Target.start()) {
      Database owner = postgres.freshDatabase();
      owner.update(Migrations.sql());
      String roles = Files.readString(Path.of("server-config/postgresql/roles.sql"));
      owner.update(roles);
      owner.update(roles);
      try (Server accepting = node(as(owner, "webhook_inbox_accept"), target, "false");
          Server working = node(as(owner, "webhook_inbox_worker"), target, "true")) {
        Hooks.of(accepting).send("standard", Sources.STANDARD.sign("one", "{\"type\":\"x\"}"));
        Hooks.of(working).send("standard", Sources.STANDARD.sign("two", "{\"type\":\"x\"}"));
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> owner.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == 2);

        for (Server server : List.of(accepting, working)) {
          assertThat(String.join("\n", server.log()))
              .doesNotContain("WHI-001", "permission denied");
        }
      }
      Database operator = as(owner, "webhook_inbox_operator");
      assertThat(operator.count("SELECT count(*) FROM webhook_jobs")).isEqualTo(2);
      assertThat(operator.count("SELECT count(key_id) FROM webhook_bodies")).isZero();
      for (String tooMuch :
          List.of(
              "SELECT body FROM webhook_bodies",
              "SELECT payload FROM webhook_events",
              "DELETE FROM webhook_jobs",
              "UPDATE webhook_audit SET reason = 'x'")) {
        assertThatThrownBy(() -> operator.update(tooMuch))
            .as(tooMuch)
            .hasStackTraceContaining("permission denied");
      }
      assertThatThrownBy(
              () ->
                  as(owner, "webhook_inbox_worker").update("UPDATE webhook_audit SET reason = 'x'"))
          .hasStackTraceContaining("permission denied");
    }
  }
}
