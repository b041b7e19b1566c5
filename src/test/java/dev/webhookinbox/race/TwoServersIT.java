package dev.webhookinbox.race;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("core")
class TwoServersIT {

  private static final int DELIVERIES = 200;

  @TempDir Path directory;

  @Test
  @DisplayName(
      "P2, P4: 200 concurrent deliveries of one event over two servers are one job and one call")
  void oneEventManyTimes() {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"));
        Target target = Target.start()) {
      Database database = postgres.freshDatabase();
      Map<String, String> settings = Sources.settingsTo(target.url("/in"));
      try (Server one = Server.on(database).with(settings).start();
          Server other = Server.on(database).with(settings).start()) {

        Map<String, Long> results = deliver(Hooks.of(one), Hooks.of(other));
        await()
            .until(
                () ->
                    database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == 1);

        assertThat(results).isEqualTo(Map.of("accepted", 1L, "duplicate", DELIVERIES - 1L));
        assertThat(database.count("SELECT count(*) FROM webhook_jobs")).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM webhook_bodies")).isEqualTo(1);
        assertThat(target.requests()).hasSize(1);
      }
    }
  }

  private static Map<String, Long> deliver(Hooks one, Hooks other) {
    SignedRequest delivery = Sources.STANDARD.sign("evt_1", "{\"type\":\"x\"}");
    List<CompletableFuture<HttpResponse<String>>> answers =
        IntStream.range(0, DELIVERIES)
            .mapToObj(n -> (n % 2 == 0 ? one : other).sendAsync("standard", delivery))
            .toList();
    return answers.stream()
        .map(CompletableFuture::join)
        .collect(groupingBy(Hooks::result, counting()));
  }
}
