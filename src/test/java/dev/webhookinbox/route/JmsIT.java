package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Product;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The route {@code jms} with WildFly's own broker and an XA data source. */
@Tag("wildfly")
class JmsIT {

  private static final int EVENTS = 300;

  /** In-doubt transactions of a killed server wait for the next round of recovery. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final String REFUSES_TWICE =
      "CREATE SEQUENCE tries;"
          + "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
          + " IF NEW.event_id = 'refused' AND NEW.state = 'done' AND nextval('tries') <= 2"
          + " THEN RAISE EXCEPTION 'not now'; END IF; RETURN NULL; END $$;"
          + "CREATE CONSTRAINT TRIGGER refuse AFTER UPDATE ON webhook_jobs"
          + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()";

  @TempDir static Path directory;
  private static Postgres postgres;

  private Database database;
  private Server server;

  @BeforeAll
  static void startPostgres() {
    postgres = Postgres.start(directory.resolve("pg"));
  }

  @AfterAll
  static void stopPostgres() {
    postgres.close();
  }

  @BeforeEach
  void start() {
    database = postgres.freshDatabase();
    server = started();
  }

  /** In the directory of the one before, as the same server started again. */
  private Server started() {
    Product product = Product.ofThisProject();
    return Server.on(database)
        .temporary(directory.resolve(String.valueOf(database.url().hashCode())))
        .script(product.serverConfig("wildfly").resolve("messaging.cli"))
        .script(product.base().resolve("src/test/resources/wildfly/queue.cli"))
        .war(War.with(directory, Drain.class))
        .jvm("-DRecoveryEnvironmentBean.periodicRecoveryPeriod=5")
        .with(Sources.settings())
        .with("inbox.routes", "orders")
        .with("inbox.route.orders.source", "standard")
        .with("inbox.route.orders.types", "order.*")
        .with("inbox.route.orders.action", "jms")
        .with("inbox.route.orders.destination", "java:/jms/queue/orders")
        .with("inbox.retry.base", "PT0.1S")
        .with("inbox.worker.poll", "PT0.1S")
        .with("inbox.worker.lease", "PT5S")
        .start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void deliver(String id, String body) {
    assertThat(Hooks.of(server).send("standard", Sources.STANDARD.sign(id, body)).statusCode())
        .isEqualTo(200);
  }

  private int done() {
    return (int) database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'");
  }

  private void awaitDone(int events) {
    await().atMost(PATIENCE).until(() -> done() >= events);
  }

  private List<String> drained() {
    HttpRequest request = HttpRequest.newBuilder(server.baseUrl().resolve("/drain")).build();
    String lines =
        HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString()).join().body();
    return lines.lines().toList();
  }

  @Test
  @DisplayName("P1: a message has the exact bytes and the event's identity")
  void exact() {
    String body = "{\"type\":\"order.paid\",  \"é\":1}\n";
    deliver("evt_1", body);
    awaitDone(1);

    assertThat(drained())
        .containsExactly(
            "standard-webhooks/standard/evt_1 order.paid standard standard-webhooks standard evt_1 1"
                + " application/json "
                + Base64.getEncoder().encodeToString(body.getBytes(UTF_8)));
  }

  @Test
  @DisplayName("P8: where done cannot be committed there is no message; when it can, there is one")
  void together() {
    database.update(REFUSES_TWICE);
    deliver("refused", "{\"type\":\"order.paid\"}");
    awaitDone(1);

    assertThat(database.count("SELECT last_value FROM tries")).isEqualTo(3);
    assertThat(drained()).hasSize(1).first().asString().contains(" refused 3 ");
  }

  @Test
  @DisplayName("P8: a server that is killed in the middle, again and again, loses and doubles none")
  void killed() {
    List<CompletableFuture<Void>> deliveries = new ArrayList<>();
    for (int each = 0; each < EVENTS; each++) {
      String id = "evt_" + each;
      deliveries.add(CompletableFuture.runAsync(() -> deliver(id, "{\"type\":\"order.paid\"}")));
    }
    deliveries.forEach(CompletableFuture::join);
    for (int kills = 1; kills <= 3 && done() < EVENTS; kills++) {
      awaitDone(Math.min(EVENTS, done() + 20));
      server.kill9();
      server = started();
    }
    awaitDone(EVENTS);

    assertThat(drained().stream().map(line -> line.split(" ", -1)[5]))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, EVENTS).mapToObj(each -> "evt_" + each).toList());
  }

  @Test
  @DisplayName("a queue that is not there is a system that is away: it costs no event")
  void missing() {
    server.close();
    server =
        Server.on(database)
            .script(Product.ofThisProject().serverConfig("wildfly").resolve("messaging.cli"))
            .with(Sources.settings())
            .with("inbox.routes", "orders")
            .with("inbox.route.orders.source", "standard")
            .with("inbox.route.orders.action", "jms")
            .with("inbox.route.orders.destination", "java:/jms/queue/none")
            .start();
    deliver("evt_1", "{\"type\":\"order.paid\"}");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        database.value(
                            String.class,
                            "SELECT state || ' ' || last_error FROM webhook_jobs WHERE last_error IS NOT NULL"))
                    .startsWith("pending ")
                    .contains("jms/queue/none"));
  }
}
