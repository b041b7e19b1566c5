package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.FreePort;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.TcpProxy;
import dev.webhookinbox.fixture.War;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Three servers on one database, two of them with wrong clocks; between them and the database, and
 * between the senders and them, networks that can be broken; and another system.
 */
final class Estate implements AutoCloseable {

  static final Duration LEASE = Duration.ofSeconds(3);

  /** How wrong each node's clock is. */
  private static final List<Duration> OFFSETS =
      List.of(Duration.ZERO, Duration.ofHours(1), Duration.ofHours(-1));

  final Postgres postgres;
  final Database database;
  final TcpProxy network;
  final Remote remote = new Remote(LEASE.multipliedBy(2));
  private final Path war;
  private final List<Integer> ports = OFFSETS.stream().map(node -> FreePort.next()).toList();
  private final List<TcpProxy> doors = ports.stream().map(TcpProxy::to).toList();
  private final List<Server> nodes = new ArrayList<>();
  private final List<Server> all = new ArrayList<>();

  Estate(Path directory) {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    network = TcpProxy.toPostgres(postgres.port());
    war = War.with(directory, CampaignHandlers.class);
    database.update(CampaignHandlers.TABLE);
  }

  void start() {
    IntStream.range(0, ports.size()).forEach(node -> nodes.add(launched(node)));
    nodes.forEach(Server::awaitReady);
  }

  private Server launched(int node) {
    Server server = setup(node).launch();
    all.add(server);
    return server;
  }

  private ServerSetup setup(int node) {
    return Server.on(database.at(network.port()))
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

  int size() {
    return ports.size();
  }

  Server node(int node) {
    return nodes.get(node);
  }

  TcpProxy door(int node) {
    return doors.get(node);
  }

  /** Where the senders find the nodes. */
  List<URI> urls() {
    return doors.stream().map(it -> URI.create("http://localhost:" + it.port())).toList();
  }

  /** Every server process there was. */
  List<Server> all() {
    return all;
  }

  /** Once its process has ended. */
  void replace(int node) {
    nodes.set(node, launched(node));
  }

  /** What did not deploy because of a fault of the database, as whoever runs it would. */
  void startAgain() {
    for (int node = 0; node < nodes.size(); node++) {
      if (nodes.get(node).fault().isPresent()) {
        nodes.get(node).kill9();
        replace(node);
      }
    }
  }

  long readyNodes() {
    return nodes.stream().filter(Server::isReady).count();
  }

  @Override
  public void close() {
    all.forEach(Server::close);
    remote.close();
    doors.forEach(TcpProxy::close);
    network.close();
    postgres.close();
  }
}
