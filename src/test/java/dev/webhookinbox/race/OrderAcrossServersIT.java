package dev.webhookinbox.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Order over several servers, at the pace of what needs none. */
@Tag("alone")
class OrderAcrossServersIT {

  private static final int SERVERS = 3;
  private static final int KEYS = Integer.getInteger("inbox.order.keys", 100);
  private static final int EVENTS = Integer.getInteger("inbox.order.events", 20);

  @TempDir static Path directory;

  @Test
  @DisplayName(
      "P11: three servers apply each key's events in order though one of ten fails at first, and not much slower than without order")
  void inOrder() {
    Postgres postgres = Postgres.start(directory.resolve("pg"));
    List<Server> servers = new ArrayList<>();
    try {
      Database database = postgres.freshDatabase();
      database.update(SequenceHandlers.TABLE);
      Path war = War.with(directory, SequenceHandlers.class);
      for (int n = 0; n < SERVERS; n++) {
        servers.add(
            Server.on(database)
                .war(war)
                .with(Sources.settings())
                .with("inbox.retry.base", "PT0.05S")
                .with("inbox.worker.poll", "PT0.1S")
                .launch());
      }
      servers.forEach(Server::awaitReady);
      double free = secondsOf(database, "free");
      double ordered = secondsOf(database, "sequence");
      double warmFree = secondsOf(database, "free");
      double warmOrdered = secondsOf(database, "sequence");
      System.out.printf(
          "%d keys x %d events, %d servers: without order %.2f s, then %.2f s; in order %.2f s, then %.2f s: x %.2f%n",
          KEYS, EVENTS, SERVERS, free, warmFree, ordered, warmOrdered, warmOrdered / warmFree);
    } finally {
      servers.forEach(Server::close);
      postgres.close();
    }
  }

  /** Stores the events as acceptance does, and waits until all are done. */
  private static double secondsOf(Database database, String type) {
    database.update("DELETE FROM webhook_jobs");
    database.update("DELETE FROM applied");
    database.update("DELETE FROM webhook_bodies");
    boolean isOrdered = type.equals("sequence");
    database.update(
        "INSERT INTO webhook_bodies (delivery_id, body) SELECT n, '{}' FROM generate_series(1, ?) n",
        KEYS * EVENTS);
    long begun = System.nanoTime();
    database.update(
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,"
            + " body_binding, body_sha256, order_key, waits_for, next_attempt_at)"
            + " SELECT 'standard-webhooks', 'standard', 'key-' || n % "
            + KEYS
            + " || '/' || lpad((n / "
            + KEYS
            + ")::text, 6, '0'), 'standard', ?, n, 'raw', sha256('x'),"
            + (isOrdered ? "'key-' || n % " + KEYS + ", 'turn', 'infinity'" : "NULL, NULL, now()")
            + " FROM generate_series(1, ?) n",
        type,
        KEYS * EVENTS);
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> database.count("SELECT count(*) FROM webhook_jobs WHERE state <> 'done'") == 0);
    double seconds = (System.nanoTime() - begun) / 1e9;
    assertThat(database.count("SELECT count(*) FROM applied")).isEqualTo((long) KEYS * EVENTS);
    if (isOrdered) {
      assertThat(
              database.count(
                  "SELECT count(*) FROM (SELECT event_id, lag(event_id) OVER"
                      + " (PARTITION BY split_part(event_id, '/', 1) ORDER BY id) AS before FROM applied) a"
                      + " WHERE before > event_id"))
          .as("applied out of order")
          .isZero();
    }
    return seconds;
  }
}
