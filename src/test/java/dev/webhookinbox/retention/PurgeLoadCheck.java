package dev.webhookinbox.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Migrations;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Run by name, as it takes minutes: {@code mvn verify -Dit.test=PurgeLoadCheck}. */
class PurgeLoadCheck {

  private static final int OLD = 500_000;
  private static final String SEED =
      """
      WITH old AS (
        INSERT INTO webhook_bodies (delivery_id, received_at, body)
        SELECT n, now() - interval '40 days' + n * interval '1 second', CAST(repeat('x', 300) AS bytea)
          FROM generate_series(1, %1$d) n)
      INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id,
        body_binding, body_sha256, state, accepted_at, finished_at, outcome)
      SELECT 'standard-webhooks', 'standard', 'old' || n, 'standard', 'x', n, 'raw', sha256('x'),
             'done', now() - interval '40 days' + n * interval '1 second', now(), 'done'
        FROM generate_series(1, %1$d) n
      """;
  private static final int CONNECTIONS = 8;
  private static final AtomicLong IDS = new AtomicLong();

  @TempDir static Path directory;

  @Test
  @DisplayName("P12: while 500,000 payloads are purged, acceptance's p99 at most doubles")
  void purge() throws InterruptedException {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      database.update(Migrations.sql());
      database.update(SEED.formatted(OLD));
      database.update("SELECT setval('webhook_delivery_id', %d)".formatted(OLD + 1));
      database.update("VACUUM ANALYZE");
      for (String table : List.of("webhook_jobs", "webhook_bodies")) {
        long bytes = database.count("SELECT pg_total_relation_size('" + table + "')");
        System.out.println(table + ": " + bytes / OLD + " bytes a row, indexes included");
      }
      try (Server server =
          Server.on(database)
              .asDeployed()
              .with(Sources.settings())
              .with("inbox.schema.migrate", "false")
              .with("inbox.source.standard.retention.payload", "P20D")
              .with("inbox.worker.enabled", "false")
              .start()) {
        post(server, "warm-up", until(Duration.ofSeconds(10)));
        long before = old(database);
        long begun = System.nanoTime();
        BooleanSupplier time = until(Duration.ofMinutes(2));
        double with = post(server, "purging", () -> time.getAsBoolean() && old(database) > 0);
        long purged = before - old(database);
        double seconds = Duration.ofNanos(System.nanoTime() - begun).toMillis() / 1_000.0;
        assertThat(old(database)).as("so that the next is without").isZero();
        double without = post(server, "quiet", until(Duration.ofSeconds(20)));
        System.out.printf(
            "%d of %d purged in %.1f s; p99 %.1f ms with, %.1f ms without: %.2f%n",
            purged, OLD, seconds, with, without, with / without);

        assertThat(purged).isGreaterThan(OLD / 10);
        assertThat(with / without).isLessThan(2);
      }
    }
  }

  private static long old(Database database) {
    return database.count("SELECT count(*) FROM webhook_bodies WHERE delivery_id <= " + OLD);
  }

  private static BooleanSupplier until(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    return () -> System.nanoTime() < end;
  }

  /** The 99th percentile in milliseconds; {@code more} is asked each half second. */
  private static double post(Server server, String what, BooleanSupplier more)
      throws InterruptedException {
    Hooks hooks = Hooks.of(server);
    Queue<Long> times = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    IntStream.range(0, CONNECTIONS).forEach(n -> threads.add(thread(hooks, times)));
    while (more.getAsBoolean()) {
      Thread.sleep(500);
    }
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
    List<Long> sorted = times.stream().sorted().toList();
    System.out.println(what + ": " + sorted.size() + " deliveries");
    return sorted.get(sorted.size() * 99 / 100) / 1e6;
  }

  private static Thread thread(Hooks hooks, Queue<Long> times) {
    Thread thread =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                String id = "new-" + IDS.incrementAndGet();
                long begun = System.nanoTime();
                hooks.send("standard", Sources.STANDARD.sign(id, "{\"type\":\"x\"}"));
                times.add(System.nanoTime() - begun);
              }
            });
    thread.start();
    return thread;
  }
}
