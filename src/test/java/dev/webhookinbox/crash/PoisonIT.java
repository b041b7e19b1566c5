package dev.webhookinbox.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event that ends the process of whoever handles it, at the head of the queue. */
class PoisonIT {

  private static final int ATTEMPTS = 4;
  private static final int OTHERS = 15;

  @TempDir Path directory;

  @Test
  @DisplayName(
      "P6, P10: a job that ends its server is failed, worker lost, after its attempts; what runs beside it is done")
  void poison() {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      ServerSetup setup =
          Server.on(database)
              .war(War.with(directory, PoisonHandler.class))
              .with(Sources.settings())
              .with("inbox.retry.max-attempts", String.valueOf(ATTEMPTS))
              .with("inbox.retry.base", "PT0.1S")
              .with("inbox.worker.concurrency", String.valueOf(1 + OTHERS))
              .with("inbox.worker.lease", "PT2S");
      try (Server accepting = setup.with("inbox.worker.enabled", "false").start()) {
        Hooks hooks = Hooks.of(accepting);
        hooks.send("standard", Sources.STANDARD.sign("poison", "{\"type\":\"poison\"}"));
        for (int n = 0; n < OTHERS; n++) {
          hooks.send("standard", Sources.STANDARD.sign("evt_" + n, "{\"type\":\"x\"}"));
        }
      }
      setup.with("inbox.worker.enabled", "true");
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try (Server victim = setup.launch()) {
          await().atMost(Duration.ofMinutes(3)).until(() -> !victim.isAlive());
          assertThat(victim.exitValue()).isEqualTo(66);
        }
      }
      try (Server last = setup.start()) {
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(ends(database))
                        .containsOnly("done done 3", "failed worker-lost " + ATTEMPTS));
        assertThat(last.isAlive()).isTrue();
      }
    }
  }

  private static Set<String> ends(Database database) {
    return database
        .rows(
            "SELECT state || ' ' || coalesce(outcome, '-') || ' ' || attempts AS end FROM webhook_jobs")
        .stream()
        .map(row -> String.valueOf(row.get("end")))
        .collect(Collectors.toSet());
  }
}
