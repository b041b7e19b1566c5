package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tenant with a long queue beside one with a short one. */
@Tag("alone")
class FairnessIT {

  private static final int WAITING = 100_000;
  private static final int LATE = 10;

  @TempDir static Path directory;

  @Test
  @DisplayName(
      "100,000 events that wait for one account do not keep 10 of another from starting within 2 s")
  void fair() {
    Postgres postgres = Postgres.start(directory.resolve("pg"));
    try (Target target = Target.start()) {
      Database database = postgres.freshDatabase();
      try (Server server =
          Server.on(database)
              .asDeployed()
              .with(Sources.settingsTo(target.url("/in")))
              .with("inbox.worker.poll", "PT0.1S")
              .start()) {
        database.update(
            "INSERT INTO webhook_bodies (delivery_id, body) SELECT -n, '{}' FROM generate_series(1, ?) n",
            WAITING);
        database.update(
            "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,"
                + " body_binding, body_sha256, accepted_at)"
                + " SELECT 'standard-webhooks', 'standard', 'many-' || n, 'standard', 'x', -n, 'raw',"
                + " sha256('x'), now() FROM generate_series(1, ?) n",
            WAITING);
        await().until(() -> target.requests().size() > 100);

        for (int n = 0; n < LATE; n++) {
          Hooks.of(server)
              .send(
                  "stripe",
                  Sources.STRIPE.sign(
                      "", "{\"id\":\"evt_" + UUID.randomUUID() + "\",\"type\":\"x\"}"));
        }
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    database.count(
                            "SELECT count(*) FROM webhook_jobs WHERE source = 'stripe' AND state = 'done'")
                        == LATE);
        double longest =
            database
                .value(
                    java.math.BigDecimal.class,
                    "SELECT round(extract(epoch FROM max(claimed_at - accepted_at)), 3) FROM webhook_jobs WHERE source = 'stripe'")
                .doubleValue();
        long left =
            database.count(
                "SELECT count(*) FROM webhook_jobs WHERE source = 'standard' AND state = 'pending'");
        System.out.printf(
            "the last of %d started after %.3f s, %d of the others left%n", LATE, longest, left);

        assertThat(left).as("the others still waited").isGreaterThan(WAITING / 2);
        assertThat(longest).isLessThan(2);
      }
    } finally {
      postgres.close();
    }
  }
}
