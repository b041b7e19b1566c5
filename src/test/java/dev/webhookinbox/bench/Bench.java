package dev.webhookinbox.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.War;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;

/**
 * The product beside its ceilings and a peer, all in one run on one machine, in rounds that
 * alternate: {@code mvn -Pbench verify}. Writes {@code target/bench/report.md} and {@code
 * figures.json}. Public because Maven calls it.
 *
 * <p>{@code -Dbench.rounds} (3), {@code -Dbench.deliveries} (6000 a figure), {@code -Dbench.jobs}
 * (20000 a figure).
 */
public final class Bench {

  private static final int ROUNDS = Integer.getInteger("bench.rounds", 3);
  private static final int DELIVERIES = Integer.getInteger("bench.deliveries", 6_000);
  private static final int JOBS = Integer.getInteger("bench.jobs", 20_000);
  private static final int BYTES = 2_000;
  private static final List<Integer> CONNECTIONS = List.of(16, 64);

  private final Path directory;
  private final Figures figures = new Figures();
  private int loads;

  private Bench(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    new Bench(Files.createTempDirectory("bench")).run();
  }

  private void run() throws IOException, InterruptedException {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database accepting = postgres.freshDatabase();
      Database working = postgres.freshDatabase();
      Database peers = postgres.freshDatabase();
      Instant begun = Instant.now();
      try (Server acceptor = server(accepting, false)) {
        figures.add("start to ready, s", Duration.between(begun, Instant.now()).toMillis() / 1e3);
        try (Server worker = server(working, true)) {
          working.update(BenchHandlers.TABLE);
          warmUp(acceptor, accepting, worker, working, peers);
          for (int round = 1; round <= ROUNDS; round++) {
            say("round " + round + " of " + ROUNDS);
            acceptance(acceptor, accepting);
            work(working, peers);
            latency(worker, working);
          }
          idle(worker, working);
        }
      }
    }
    report();
  }

  private Server server(Database database, boolean works) {
    return Server.on(database)
        .asDeployed()
        .war(War.with(directory, BenchHandlers.class))
        .jvm("-Dbench.notes=" + directory)
        .with("inbox.worker.enabled", Boolean.toString(works))
        .with("inbox.sources", "standard,ping")
        .with("inbox.source.standard.provider", "standard-webhooks")
        .with("inbox.source.standard.secret", "whsec_" + Load.KEY)
        .with("inbox.source.ping.provider", "pagerduty")
        .with("inbox.source.ping.secret", Load.KEY)
        .start();
  }

  private void warmUp(
      Server acceptor, Database accepting, Server worker, Database working, Database peers)
      throws IOException, InterruptedException {
    say("warming up");
    for (int connections : CONNECTIONS) {
      load(acceptor, "ping", BenchHandlers.NO_OP, connections, DELIVERIES, 0);
      load(acceptor, "standard", BenchHandlers.NO_OP, connections, DELIVERIES, 0);
    }
    load(worker, "standard", BenchHandlers.NO_OP, 16, DELIVERIES, 0);
    RawInserts.rate(accepting, 16, DELIVERIES, BYTES);
    worked(working, BenchHandlers.NO_OP);
    worked(working, BenchHandlers.ROW);
    worked(working, BenchHandlers.ROWS);
    DbScheduler.rate(peers, JOBS / 4, false);
  }

  // --- acceptance

  private void acceptance(Server server, Database database)
      throws IOException, InterruptedException {
    for (int connections : CONNECTIONS) {
      String at = " at " + connections + " connections, a second";
      empty(database);
      figures.add(
          "verified and answered, not stored" + at,
          load(server, "ping", BenchHandlers.NO_OP, connections, DELIVERIES, 0).figure("rate"));
      figures.add("raw inserts" + at, RawInserts.rate(database, connections, DELIVERIES, BYTES));
      Load.Result accepted =
          load(server, "standard", BenchHandlers.NO_OP, connections, DELIVERIES, 0);
      must("accepted", accepted, DELIVERIES);
      figures.add("accepted" + at, accepted.figure("rate"));
      loads--;
      Load.Result again = load(server, "standard", BenchHandlers.NO_OP, connections, DELIVERIES, 0);
      must("duplicate", again, DELIVERIES);
      figures.add("duplicates" + at, again.figure("rate"));
      int half = (int) (accepted.figure("rate") / 2);
      Load.Result calm = load(server, "standard", BenchHandlers.NO_OP, connections, half * 5, half);
      figures.add(
          "accepted at half of that rate, p50 ms, " + connections + " connections",
          calm.figure("p50") / 1e3);
      figures.add(
          "accepted at half of that rate, p99 ms, " + connections + " connections",
          calm.figure("p99") / 1e3);
    }
  }

  private static void empty(Database database) {
    database.update("TRUNCATE webhook_jobs, webhook_bodies, webhook_attempts");
  }

  // --- work

  private void work(Database database, Database peers) throws InterruptedException {
    figures.add("no-op jobs, a second", worked(database, BenchHandlers.NO_OP));
    figures.add("db-scheduler, no-op, a second", DbScheduler.rate(peers, JOBS, false));
    figures.add(
        "jobs with a row in their own transaction, a second", worked(database, BenchHandlers.ROW));
    figures.add("jobs with a row, in groups, a second", worked(database, BenchHandlers.ROWS));
    figures.add("db-scheduler, with a row, a second", DbScheduler.rate(peers, JOBS, true));
  }

  /** The backlog comes by one transaction; the rate is that between the first end and the last. */
  private static double worked(Database database, String type) {
    empty(database);
    database.update("TRUNCATE bench_effects");
    database.update(
        """
        WITH body AS (
          INSERT INTO webhook_bodies (delivery_id, content_type, body)
          SELECT -n, 'application/json', convert_to(repeat('x', 2000), 'UTF8')
            FROM generate_series(1, ?) n
          RETURNING delivery_id)
        INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,
                                  delivery_id, body_binding, body_sha256)
        SELECT 'standard-webhooks', 'standard', 'b' || delivery_id, 'standard', ?, delivery_id,
               'raw', sha256('')
          FROM body
        """,
        JOBS,
        type);
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(100))
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE state IN ('pending', 'running')")
                    == 0);
    if (database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") != JOBS) {
      throw new IllegalStateException("not all are done");
    }
    return database.value(
        Double.class,
        "SELECT CAST(count(*) / extract(epoch FROM max(finished_at) - min(finished_at)) AS double precision) FROM webhook_jobs");
  }

  // --- from acceptance to the handler

  private void latency(Server server, Database database) throws IOException, InterruptedException {
    empty(database);
    notes(server);
    load(server, "standard", BenchHandlers.NO_OP, 1, 300, 30);
    addLatencies("idle", server);
    double top = load(server, "standard", BenchHandlers.NO_OP, 16, DELIVERIES, 0).figure("rate");
    int half = (int) (top / 2);
    settled(database);
    notes(server);
    load(server, "standard", BenchHandlers.NO_OP, 16, 5 * half, half);
    settled(database);
    addLatencies("at half of the top rate", server);
  }

  private static void settled(Database database) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE state IN ('pending', 'running')")
                    == 0);
  }

  private void addLatencies(String when, Server server) throws IOException, InterruptedException {
    List<Long> micros = notes(server);
    figures.add("accepted to handler " + when + ", p50 ms", micros.get(micros.size() / 2) / 1e3);
    figures.add(
        "accepted to handler " + when + ", p99 ms", micros.get(micros.size() * 99 / 100) / 1e3);
  }

  private List<Long> notes(Server server) throws IOException, InterruptedException {
    Path file = directory.resolve("notes-" + (loads + 1) + "-0");
    loadAs(server, "standard", "bench.notes", "notes-" + (loads + 1) + "-", 1, 1, 0);
    loads++;
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(file));
    return Files.readAllLines(file).stream().map(Long::valueOf).sorted().toList();
  }

  // --- at rest

  private void idle(Server server, Database database) {
    pass(Duration.ofSeconds(20));
    Duration cpu = server.cpuTime();
    long statements = transactions(database);
    long begun = System.nanoTime();
    pass(Duration.ofSeconds(30));
    double seconds = (System.nanoTime() - begun) / 1e9;
    figures.add("idle, % of a core", 100 * server.cpuTime().minus(cpu).toNanos() / 1e9 / seconds);
    figures.add("idle, transactions a second", (transactions(database) - statements) / seconds);
  }

  private static void pass(Duration time) {
    Awaitility.await().atMost(time.multipliedBy(2)).pollDelay(time).until(() -> true);
  }

  private static long transactions(Database database) {
    return database.value(
        Long.class, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()");
  }

  // --- the sender

  private Load.Result load(
      Server server, String source, String type, int connections, int events, int rate)
      throws IOException, InterruptedException {
    loads++;
    return loadAs(server, source, type, "load-" + loads + "-", connections, events, rate);
  }

  private Load.Result loadAs(
      Server server, String source, String type, String ids, int connections, int events, int rate)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=4", "-cp", testClasses()));
    command.add(Load.class.getName());
    command.addAll(
        new Load.Order(server.port(), source, type, ids, connections, events, BYTES, rate)
            .arguments());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    if (process.waitFor() != 0 || line.isEmpty()) {
      throw new IllegalStateException("the sender failed: " + line);
    }
    return Load.Result.of(line);
  }

  private static String testClasses() {
    return Path.of(Load.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }

  private static void must(String result, Load.Result load, int events) {
    if (load.figure(result) != events) {
      throw new IllegalStateException("not all were " + result + ": " + load);
    }
  }

  // --- the report

  private void report() throws IOException {
    Path target = Path.of(System.getProperty("basedir", "."), "target", "bench");
    Files.createDirectories(target);
    String report =
        "# Benchmark\n\n"
            + machine()
            + "\n"
            + figures.table()
            + "\nRatios within this run:\n\n"
            + ratios();
    Files.writeString(target.resolve("report.md"), report);
    Files.writeString(target.resolve("figures.json"), figures.json());
    say(report);
  }

  private static String machine() {
    return String.format(
        Locale.ROOT,
        "%s, %d processors, %s %s; load at the end %.2f. PostgreSQL %d, Payara Micro 6, 2 kB bodies,%n%d rounds of %,d deliveries and %,d jobs. db-scheduler: %s.%n",
        Instant.now(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name"),
        System.getProperty("java.version"),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
        Postgres.MAJOR_VERSION,
        ROUNDS,
        DELIVERIES,
        JOBS,
        DbScheduler.SETTINGS);
  }

  private String ratios() {
    StringBuilder lines = new StringBuilder();
    for (int connections : CONNECTIONS) {
      String at = " at " + connections + " connections, a second";
      double ceiling =
          1
              / (1 / figures.median("verified and answered, not stored" + at)
                  + 1 / figures.median("raw inserts" + at));
      ratio(
          lines,
          "accepted to 1/(1/h + 1/i) at " + connections + " connections",
          figures.median("accepted" + at) / ceiling);
      ratio(
          lines,
          "duplicates to first deliveries at " + connections + " connections",
          figures.median("duplicates" + at) / figures.median("accepted" + at));
    }
    ratio(
        lines,
        "no-op jobs to db-scheduler's",
        figures.median("no-op jobs, a second") / figures.median("db-scheduler, no-op, a second"));
    ratio(
        lines,
        "jobs with a row to db-scheduler's",
        figures.median("jobs with a row in their own transaction, a second")
            / figures.median("db-scheduler, with a row, a second"));
    ratio(
        lines,
        "jobs with a row, in groups, to db-scheduler's",
        figures.median("jobs with a row, in groups, a second")
            / figures.median("db-scheduler, with a row, a second"));
    return lines.toString();
  }

  private static void ratio(StringBuilder lines, String name, double ratio) {
    lines.append(String.format(Locale.ROOT, "- %s: %.2f%n", name, ratio));
  }

  @SuppressWarnings("SystemOut") // the figures are what one wants to read
  private static void say(String text) {
    System.out.println("[bench] " + text);
  }
}
