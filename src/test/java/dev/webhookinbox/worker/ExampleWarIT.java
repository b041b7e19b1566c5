package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that users copy: src/it/own-war, built by its own POM as they would. */
@Tag("core")
class ExampleWarIT {

  private static final Path WAR = Path.of("src/it/own-war/target/orders.war");

  @TempDir Path directory;

  @Test
  @DisplayName(
      "the example WAR writes its ledger with the event's end, and refunds an order once for two events")
  void example() {
    assumeTrue(Files.exists(WAR), "src/it/own-war is not built: see src/docs/handlers.md");
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        Target bank = Target.start()) {
      bank.answering(Answer.status(200).body("refund 7"));
      Database database = postgres.freshDatabase();
      database.update("CREATE TABLE ledger (order_id text, event_id text)");
      try (Server server =
          Server.on(database)
              .war(WAR.toAbsolutePath())
              .with(Sources.settings())
              .jvm("-Dbank.url=" + bank.url("/refunds"))
              .start()) {
        deliver(server, "evt_1", "order.paid");
        deliver(server, "evt_2", "order.cancelled");
        deliver(server, "evt_3", "order.cancelled");
        await()
            .until(
                () ->
                    database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == 3);

        assertThat(database.value(String.class, "SELECT order_id || ' ' || event_id FROM ledger"))
            .isEqualTo("A17 evt_1");
        assertThat(bank.requests()).hasSize(1);
        assertThat(
                database.value(
                    String.class,
                    "SELECT operation || ' ' || business_key || ': ' || result FROM webhook_actions"))
            .isEqualTo("refund A17: refund 7");
      }
    }
  }

  private static void deliver(Server server, String id, String type) {
    String body = "{\"type\":\"" + type + "\",\"order\":\"A17\"}";
    assertThat(Hooks.of(server).send("standard", Sources.STANDARD.sign(id, body)).statusCode())
        .isEqualTo(200);
  }
}
