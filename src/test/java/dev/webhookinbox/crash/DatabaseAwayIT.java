package dev.webhookinbox.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.TcpProxy;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("core")
class DatabaseAwayIT {

  @TempDir static Path directory;
  private static Postgres postgres;
  private static TcpProxy network;
  private static Database database;
  private static Server server;
  private static Hooks hooks;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    network = TcpProxy.toPostgres(postgres.port());
    database = postgres.freshDatabase();
    server =
        Server.on(database.at(network.port()))
            .with(Sources.settings())
            .with("inbox.worker.enabled", "false")
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    network.close();
    postgres.close();
  }

  private static SignedRequest delivery() {
    return Sources.STANDARD.sign("evt_" + UUID.randomUUID(), "{\"type\":\"payload-canary\"}");
  }

  private static void assertStoredOnce(SignedRequest delivery) {
    assertThat(
            database.count(
                "SELECT count(*) FROM webhook_jobs WHERE event_id = ?",
                delivery.header("webhook-id")))
        .isEqualTo(1);
  }

  @Test
  @DisplayName(
      "P5: while PostgreSQL is stopped the answer is 503 within 5 s and health is not ready; after its start the next delivery is accepted")
  void stopped() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    postgres.stop();
    TryAgain.assertAnsweredTo(hooks, delivery);
    assertThat(server.isReady()).isFalse();
    postgres.start();
    HttpResponse<String> answer = hooks.send("standard", delivery);

    assertThat(Hooks.result(answer)).as(answer.body()).isEqualTo("accepted");
    assertThat(server.isReady()).isTrue();
    assertStoredOnce(delivery);
  }

  @Test
  @DisplayName("P5: when PostgreSQL crashes and comes back, the next delivery is accepted")
  void crashed() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    postgres.stopNow();
    TryAgain.assertAnsweredTo(hooks, delivery);
    postgres.start();

    assertThat(Hooks.result(hooks.send("standard", delivery))).isEqualTo("accepted");
    assertStoredOnce(delivery);
  }

  @Test
  @DisplayName(
      "P5: when the network swallows everything the answer is 503 within 5 s, and the redelivery succeeds")
  void blackHole() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    network.blackHole();
    TryAgain.assertAnsweredTo(hooks, delivery);
    network.restore();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> hooks.send("standard", delivery).statusCode() == 200);

    assertStoredOnce(delivery);
  }

  @Test
  @DisplayName(
      "P1, P5: a connection cut between commit and confirmation gives no false answer, and the redelivery is a duplicate")
  void cutAtCommit() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    CompletableFuture<Void> cut = network.cutAtTrigger();
    HttpResponse<String> answer = hooks.send("standard", delivery);
    network.restore();

    assertThat(cut).isCompleted();
    assertThat(answer.statusCode()).isIn(200, 503);
    assertStoredOnce(delivery);
    assertThat(Hooks.result(hooks.send("standard", delivery))).isEqualTo("duplicate");
    assertStoredOnce(delivery);
  }

  @Test
  @DisplayName(
      "P1, P5: a commit in doubt that the database confirms on a new connection is answered as accepted")
  void confirmed() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    CompletableFuture<Void> cut = network.cutAtTrigger();
    HttpResponse<String> answer = hooks.send("standard", delivery);

    assertThat(cut).isCompleted();
    assertThat(Hooks.result(answer)).as(answer.body()).isEqualTo("accepted");
  }

  @Test
  @DisplayName(
      "P13: what the server logs of a database that fails holds no payload, secret or signature")
  void logsNothingOfIt() {
    SignedRequest delivery = delivery();
    hooks.send("standard", delivery());

    postgres.stopNow();
    TryAgain.assertAnsweredTo(hooks, delivery);
    postgres.start();

    assertThat(String.join("\n", server.log()))
        .contains("WHI-304")
        .doesNotContain(
            "payload-canary", Sources.STANDARD_SECRET, delivery.header("webhook-signature"));
  }
}
