package dev.webhookinbox.run;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the product in the foreground and stops it with this JVM, whatever ends that. Public because
 * Maven calls it.
 */
public final class Run {

  private static final long READY_SECONDS = 90;
  private static final long POLL_MILLIS = 200;
  private static final long SIGNAL_MILLIS = 1_000;

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ServerConsole console = new ServerConsole();
  private volatile @Nullable DataDirectory data;
  private volatile @Nullable Postgres postgres;
  private volatile @Nullable Server server;

  private Run() {}

  public static void main(String[] arguments) throws InterruptedException {
    Run run = new Run();
    Runtime.getRuntime().addShutdownHook(new Thread(run::stop, "stop"));
    try {
      run.run(Options.read());
    } catch (Refusal e) {
      run.exit(e);
    }
  }

  private void run(Options options) throws InterruptedException {
    options.check();
    DataDirectory taken = DataDirectory.take(options.data());
    data = taken;
    Optional<Configuration> own = options.configuration().map(Configuration::read);
    Demo demo = Demo.in(taken);
    Configuration configuration = own.orElseGet(demo::configuration);
    Database database = options.database().orElseGet(() -> startPostgres(taken));
    Server started = startServer(options, taken, configuration, database);
    awaitReady(started);
    Ready ready = new Ready(started.baseUrl(), configuration);
    System.out.println(own.isPresent() ? ready.withEndpoints() : ready.with(demo));
    awaitEnd(started);
  }

  private Database startPostgres(DataDirectory directory) {
    try {
      if (!directory.hasPostgres()) {
        started(Postgres.on(directory.postgresInTheMaking())).stop();
        directory.adoptPostgres();
      }
      return started(Postgres.on(directory.postgres())).databaseOrNew("inbox");
    } catch (RuntimeException e) {
      throw directory.refusal(e);
    }
  }

  private Postgres started(Postgres one) {
    postgres = one;
    one.start();
    return one;
  }

  private Server startServer(
      Options options, DataDirectory directory, Configuration configuration, Database database) {
    Server launched =
        Server.on(database)
            .asDeployed()
            .port(options.port())
            .configuration(configuration.file())
            .workPool(configuration.workPool())
            .temporary(directory.emptyTemporary())
            .onLine(console)
            .launch();
    server = launched;
    return launched;
  }

  private void awaitReady(Server started) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!started.isReady()) {
      console.fault().ifPresent(Run::refuse);
      if (!started.isAlive()) {
        refuse("The server ended at its start: the lines above say why.");
      }
      if (System.nanoTime() > deadline) {
        refuse("The server is not ready after " + READY_SECONDS + " s: see the lines above.");
      }
      stopping.await(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Returns never: a signal ends this JVM, or the end of a child does. */
  private void awaitEnd(Server started) {
    CompletableFuture<String> serverEnd =
        started.ended().thenApply(it -> "The server (exit code " + it.exitValue() + ")");
    Object end = CompletableFuture.anyOf(serverEnd, postgresEnd()).join();
    refuse(end + " ended by itself, and the rest with it. What was accepted is kept: start again.");
  }

  private CompletableFuture<String> postgresEnd() {
    return Optional.ofNullable(postgres)
        .flatMap(Postgres::process)
        .map(it -> it.onExit().thenApply(process -> "PostgreSQL"))
        .orElseGet(CompletableFuture::new);
  }

  private static void refuse(String line) {
    throw new Refusal(line);
  }

  /** The signal that ended a child may be on its way to this process too: then it is no fault. */
  private void exit(Refusal refusal) throws InterruptedException {
    if (!stopping.await(SIGNAL_MILLIS, TimeUnit.MILLISECONDS)) {
      System.err.println(refusal.getMessage());
    }
    System.exit(1);
  }

  private void stop() {
    stopping.countDown();
    Server stoppedServer = server;
    if (stoppedServer != null) {
      stoppedServer.terminate();
      stoppedServer.close();
    }
    Postgres stoppedPostgres = postgres;
    if (stoppedPostgres != null) {
      stoppedPostgres.stop();
    }
    DataDirectory released = data;
    if (released != null) {
      released.release();
    }
  }
}
