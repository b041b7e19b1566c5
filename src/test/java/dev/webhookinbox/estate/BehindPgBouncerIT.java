package dev.webhookinbox.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.PgBouncer;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pooler that gives every transaction another connection of PostgreSQL. */
class BehindPgBouncerIT {

  private static final int EVENTS = 200;

  @TempDir Path directory;

  @Test
  @DisplayName(
      "P2, P5, P6: two nodes behind PgBouncer in transaction mode migrate, store and handle once; while it is away the answer is 503")
  void transactionMode() throws IOException {
    PgBouncer.requireInstalled();
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        PgBouncer pooler = PgBouncer.before(directory, postgres);
        Target target = Target.start()) {
      Database database = postgres.freshDatabase();
      Map<String, String> settings = Sources.settingsTo(target.url("/in"));
      Database through = pooler.database(database);
      try (Server one = Server.on(through).with(settings).start();
          Server other = Server.on(through).with(settings).start()) {

        deliver(Hooks.of(one), Hooks.of(other));
        awaitDone(database, EVENTS);
        assertThat(target.requests()).hasSize(EVENTS);

        pooler.stop();
        SignedRequest delivery = Sources.STANDARD.sign("evt_late", "{\"type\":\"x\"}");
        assertThat(Hooks.of(one).send("standard", delivery).statusCode()).isEqualTo(503);
        pooler.start();
        await()
            .atMost(Duration.ofSeconds(10))
            .until(() -> Hooks.of(one).send("standard", delivery).statusCode() == 200);
        awaitDone(database, EVENTS + 1);
      }
    }
  }

  private static void awaitDone(Database database, int events) {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == events);
  }

  /** Every event to both nodes at once; what is answered 503 comes again, as providers do. */
  private static void deliver(Hooks one, Hooks other) {
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, 2 * EVENTS)
            .mapToObj(n -> untilTaken(n % 2 == 0 ? one : other, "evt_" + n / 2))
            .toList();
    assertThat(answers.stream().map(CompletableFuture::join).map(Hooks::result))
        .containsOnly("accepted", "duplicate");
  }

  private static CompletableFuture<HttpResponse<String>> untilTaken(Hooks hooks, String id) {
    return hooks
        .sendAsync("standard", Sources.STANDARD.sign(id, "{\"type\":\"x\"}"))
        .thenCompose(
            answer ->
                answer.statusCode() == 503
                    ? untilTaken(hooks, id)
                    : CompletableFuture.completedFuture(answer));
  }
}
