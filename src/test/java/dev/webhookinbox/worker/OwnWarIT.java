package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("core")
class OwnWarIT {

  @TempDir Path directory;

  @Test
  @DisplayName(
      "in a WAR of somebody else's the product is a library, and handles with that WAR's handlers")
  void library() {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      database.update(UserHandlers.TABLE);
      try (Server server =
          Server.on(database)
              .war(War.around(directory, UserHandlers.class))
              .with(Sources.settings())
              .start()) {
        Hooks.of(server)
            .send("standard", Sources.STANDARD.sign("evt_1", "{\"type\":\"local.ok\"}"));

        await()
            .until(
                () ->
                    database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == 1);
        assertThat(database.count("SELECT count(*) FROM effects WHERE handler = 'local'"))
            .isEqualTo(1);
      }
    }
  }
}
