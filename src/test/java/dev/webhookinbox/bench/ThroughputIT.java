package dev.webhookinbox.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.War;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many events, a big body and no events at all: what is lost, and what it costs. */
@Tag("alone")
class ThroughputIT {

  private static final int EVENTS = 10_000;
  private static final int CONNECTIONS = 16;
  private static final Duration IDLE = Duration.ofSeconds(20);

  @TempDir Path directory;

  @Test
  @DisplayName(
      "P2, P6: 10,000 events over 16 connections are all done, none lost, none doubled; an idle worker costs next to nothing")
  void manyThenNone() throws InterruptedException {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      try (Server server =
          Server.on(database)
              .asDeployed()
              .war(War.with(directory, NoOp.class))
              .with(Sources.settings())
              .start()) {
        long begun = System.nanoTime();
        int accepted = deliverAll(Hooks.of(server));
        long delivered = System.nanoTime();
        await()
            .atMost(Duration.ofMinutes(3))
            .until(() -> jobs(database, "state = 'done'") == EVENTS);
        long done = System.nanoTime();

        assertThat(accepted).isEqualTo(EVENTS);
        assertThat(jobs(database, "true")).isEqualTo(EVENTS);
        assertThat(jobs(database, "attempts <> 1 OR outcome <> 'done'")).isZero();
        print("accepted", delivered - begun);
        print("accepted and done", done - begun);
        printWork(database);
        printIdle(server);
      }
    }
  }

  private static int deliverAll(Hooks hooks) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger accepted = new AtomicInteger();
    ExecutorService senders = Executors.newFixedThreadPool(CONNECTIONS);
    for (int sender = 0; sender < CONNECTIONS; sender++) {
      senders.execute(
          () -> {
            for (int n = next.getAndIncrement(); n < EVENTS; n = next.getAndIncrement()) {
              var answer = hooks.send("standard", Sources.STANDARD.sign("evt_" + n, "{\"n\":1}"));
              accepted.addAndGet(Hooks.result(answer).equals("accepted") ? 1 : 0);
            }
          });
    }
    senders.shutdown();
    assertThat(senders.awaitTermination(3, TimeUnit.MINUTES)).isTrue();
    return accepted.get();
  }

  private static long jobs(Database database, String which) {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE " + which);
  }

  /** The backlog alone: everything is made due again, and nothing arrives meanwhile. */
  private static void printWork(Database database) {
    database.update(
        "UPDATE webhook_jobs SET state = 'pending', outcome = NULL, finished_at = NULL, attempts = 0");
    long begun = System.nanoTime();
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> jobs(database, "state = 'done'") == EVENTS);
    print("worked off", System.nanoTime() - begun);
  }

  private static void print(String what, long nanos) {
    report(String.format("%,d events %s: %,.0f a second", EVENTS, what, EVENTS / (nanos / 1e9)));
  }

  /** The whole server's CPU time, of which the worker's is a part: the quietest of some windows. */
  private static void printIdle(Server server) {
    double percent = 100;
    for (int window = 0; window < 4 && percent >= 1; window++) {
      percent = Math.min(percent, percentOfACore(server));
    }
    report(String.format("idle server and worker: %.2f %% of a core", percent));
    assertThat(percent).as("of a core, the server's own housekeeping included").isLessThan(3.0);
  }

  private static double percentOfACore(Server server) {
    Duration before = server.cpuTime();
    long begun = System.nanoTime();
    await().atMost(IDLE.multipliedBy(2)).pollDelay(IDLE).until(() -> true);
    double used = server.cpuTime().minus(before).toNanos();
    return 100 * used / (System.nanoTime() - begun);
  }

  @SuppressWarnings("SystemOut") // the figure is what one wants to read in the build's output
  private static void report(String figure) {
    System.out.println("[figure] " + figure);
  }

  @Test
  @DisplayName("a body of 200 MB is refused and never occupies 200 MB")
  void bigBody() {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        Target target = Target.start()) {
      Database database = postgres.freshDatabase();
      try (Server server =
          Server.on(database)
              .asDeployed()
              .with(Sources.settingsTo(target.url("/in")))
              .jvm("-Xmx192m")
              .start()) {
        Hooks hooks = Hooks.of(server);

        for (int n = 0; n < 3; n++) {
          assertThat(hooks.sendZeros("raw", 200L << 20)).isIn("413", "closed");
        }

        assertThat(
                Hooks.result(hooks.send("standard", Sources.STANDARD.sign("evt_1", "{\"n\":1}"))))
            .isEqualTo("accepted");
        assertThat(String.join("\n", server.log())).doesNotContain("OutOfMemoryError");
        assertThat(jobs(database, "source = 'raw'")).isZero();
      }
    }
  }
}
