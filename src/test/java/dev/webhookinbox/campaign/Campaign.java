package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.FreePort;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * Three servers on one database, senders that do not give up, and faults from a seed; at the end a
 * judge. The same seed gives the same faults in the same order, at about the same times.
 */
final class Campaign {

  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration FROZEN = LEASE.multipliedBy(2);

  /** How wrong each node's clock is. */
  private static final List<Duration> OFFSETS =
      List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(-1));

  /** What is done to the estate, one at a time. */
  enum Fault {
    SERVER_KILLED,
    SERVER_FROZEN,
    SERVER_STOPPED,
    DATABASE_CRASHED,
    BACKEND_CRASHED,
    REMOTE_AWAY;

    boolean isOfServer() {
      return name().startsWith("SERVER");
    }
  }

  /** A process that was frozen, and when it went on. */
  record Pause(long pid, Instant end) {}

  private final Path directory;
  private final long seed;
  private final Random random;
  private final Duration length;
  private final Duration calm;
  private final Postgres postgres;
  private final Database database;
  private final Remote remote = new Remote();
  private final List<Integer> ports =
      IntStream.range(0, 3).map(n -> FreePort.next()).boxed().toList();
  private final List<Server> nodes = new ArrayList<>();
  private final List<Server> all = new ArrayList<>();
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private final List<Pause> pauses = new ArrayList<>();

  /**
   * @param calm the time from the end of one fault to the next
   */
  Campaign(Path directory, long seed, Duration length, Duration calm) {
    this.directory = directory;
    this.seed = seed;
    this.random = new Random(seed);
    this.length = length;
    this.calm = calm;
    this.postgres = Postgres.start(directory.resolve("pg"));
    this.database = postgres.freshDatabase();
    database.update(CampaignHandlers.TABLE);
  }

  /** Runs it, and returns what it came to. */
  Verdict run(int senders, Duration between) throws InterruptedException, IOException {
    try {
      Path war = War.with(directory, CampaignHandlers.class);
      for (int node = 0; node < ports.size(); node++) {
        nodes.add(launched(setup(war, node)));
      }
      nodes.forEach(Server::awaitReady);
      Senders journal = new Senders(urls(), seed, between);
      journal.start(senders);
      Instant end = Instant.now().plus(length);
      while (Instant.now().isBefore(end)) {
        LockSupport.parkNanos(calm.toNanos());
        startAgain(war);
        inject(Fault.values()[random.nextInt(Fault.values().length)], war);
      }
      Awaitility.await("all servers")
          .atMost(Duration.ofMinutes(3))
          .until(
              () -> {
                startAgain(war);
                return readyNodes() == nodes.size();
              });
      journal.finish();
      awaitEnd();
      return Verdict.of(seed, faults, pauses, journal, database, remote, all)
          .written(Path.of("target/campaign"));
    } finally {
      all.forEach(Server::close);
      remote.close();
      postgres.close();
    }
  }

  private List<URI> urls() {
    return ports.stream().map(port -> URI.create("http://localhost:" + port)).toList();
  }

  private ServerSetup setup(Path war, int node) {
    return Server.on(database)
        .war(war)
        .port(ports.get(node))
        .with(Sources.settings())
        .with("inbox.source.standard.tolerance", "PT2H")
        .with("inbox.worker.lease", LEASE.toString())
        .with("inbox.worker.poll", "PT0.2S")
        .with("inbox.worker.drain", "PT5S")
        .with("inbox.retry.base", "PT0.2S")
        .with("inbox.retry.max-delay", "PT2S")
        .with("inbox.retry.max-attempts", "200")
        .jvm("-D" + CampaignHandlers.REMOTE + "=" + remote.url())
        .jvm("-D" + CampaignHandlers.OFFSET + "=" + OFFSETS.get(node));
  }

  private Server launched(ServerSetup setup) {
    Server server = setup.launch();
    all.add(server);
    return server;
  }

  /** What comes up again does so while the next fault is injected; one node at least stays. */
  private void inject(Fault fault, Path war) {
    int node = random.nextInt(nodes.size());
    if (fault.isOfServer() && (readyNodes() < 2 || !nodes.get(node).isReady())) {
      return;
    }
    faults.merge(fault, 1, Integer::sum);
    switch (fault) {
      case SERVER_KILLED -> {
        nodes.get(node).kill9();
        nodes.set(node, launched(setup(war, node)));
      }
      case SERVER_STOPPED -> {
        nodes.get(node).terminate();
        nodes.set(node, launched(setup(war, node)));
      }
      case SERVER_FROZEN -> {
        nodes.get(node).stop();
        LockSupport.parkNanos(FROZEN.toNanos());
        pauses.add(new Pause(nodes.get(node).pid(), Instant.now()));
        nodes.get(node).cont();
      }
      case DATABASE_CRASHED -> {
        postgres.stopNow();
        postgres.start();
      }
      case BACKEND_CRASHED -> endBackend();
      case REMOTE_AWAY -> {
        remote.away(true);
        LockSupport.parkNanos(FROZEN.toNanos());
        remote.away(false);
      }
    }
  }

  /** What did not deploy because the database was away just then, as whoever runs it would. */
  private void startAgain(Path war) {
    for (int node = 0; node < nodes.size(); node++) {
      if (nodes.get(node).fault().isPresent()) {
        nodes.get(node).kill9();
        nodes.set(node, launched(setup(war, node)));
      }
    }
  }

  private long readyNodes() {
    return nodes.stream().filter(Server::isReady).count();
  }

  /** One session of the servers', whatever it is at. */
  private void endBackend() {
    database.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            + " ORDER BY state = 'active' DESC, md5(pid::text || ?) LIMIT 1",
        String.valueOf(random.nextInt()));
  }

  private void awaitEnd() {
    Awaitility.await("all at an end")
        .atMost(Duration.ofMinutes(3))
        .ignoreExceptions()
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE state IN ('pending', 'running')")
                    == 0);
  }
}
