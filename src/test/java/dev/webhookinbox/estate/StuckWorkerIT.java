package dev.webhookinbox.estate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Prometheus;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that stands still behind a node that accepts well. */
class StuckWorkerIT {

  private static final String TOKEN = "scrape-me-please";
  private static final String JSON = "{\"type\":\"x\"}";
  private static final Duration LONG = Duration.ofSeconds(90);

  @TempDir Path directory;
  private Postgres postgres;
  private Database database;
  private Target target;

  @BeforeEach
  void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
  }

  @AfterEach
  void stop() {
    target.close();
    postgres.close();
  }

  private ServerSetup node() {
    return Server.on(database)
        .with(Sources.settingsTo(target.url("/")))
        .with("inbox.metrics.token", TOKEN)
        .with("inbox.health.max-pending-age", "PT3S");
  }

  private static String deliver(Server server, String id) {
    HttpResponse<String> response =
        Hooks.of(server).send("standard", Sources.STANDARD.sign(id, JSON));
    return response.statusCode() + " " + Hooks.result(response);
  }

  private static String ready(Server server) {
    HttpRequest request = HttpRequest.newBuilder(server.health("ready")).build();
    HttpResponse<String> response =
        HttpClient.newHttpClient().sendAsync(request, BodyHandlers.ofString()).join();
    return response.statusCode() + " " + response.body();
  }

  private static boolean tellsAge(Server server) {
    return ready(server).matches("(?s)200 .*\"verdict\"\\s*:\\s*\"failed\".*");
  }

  private long done() {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'");
  }

  /** The rule's own expression, with seconds for its minutes. */
  private static String stuckRule() throws IOException {
    Matcher rule =
        Pattern.compile("alert: WebhookInboxStuck.*?expr: ([^\\n]+)", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("server-config/prometheus/alerts.yml")));
    assertThat(rule.find()).isTrue();
    return rule.group(1).replace("> 300", "> 3").replace("[5m]", "[5s]");
  }

  @Test
  @DisplayName(
      "P6: a worker that is frozen is told by the check and the alert rule, while deliveries are answered 200")
  void frozen() throws IOException {
    try (Server accepting = node().with("inbox.worker.enabled", "false").start();
        Server working = node().start();
        Prometheus prometheus =
            Prometheus.scraping(directory.resolve("prometheus"), TOKEN, accepting)) {
      assertThat(deliver(accepting, "before")).isEqualTo("200 accepted");
      await().atMost(LONG).until(() -> done() == 1);
      assertThat(tellsAge(accepting)).isFalse();
      assertThat(prometheus.holds(stuckRule())).isFalse();

      working.stop();
      assertThat(deliver(accepting, "during")).isEqualTo("200 accepted");
      await().atMost(LONG).until(() -> tellsAge(accepting));
      await().atMost(LONG).until(() -> prometheus.holds(stuckRule()));
      assertThat(deliver(accepting, "later")).isEqualTo("200 accepted");

      working.cont();
      await().atMost(LONG).until(() -> done() == 3);
      await().atMost(LONG).until(() -> !tellsAge(accepting));
      await().atMost(LONG).until(() -> !prometheus.holds(stuckRule()));
    }
  }

  @Test
  @DisplayName("P6: a handler that hangs is told by what waits behind it, and ends at its maximum")
  void hanging() {
    CountDownLatch end = new CountDownLatch(1);
    target.answering(
        request -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return Answer.status(200);
        });
    try (Server server =
        node()
            .with("inbox.worker.concurrency", "1")
            .with("inbox.route.to-standard.timeout", "PT5M")
            .start()) {
      assertThat(deliver(server, "hangs")).isEqualTo("200 accepted");
      await().atMost(LONG).until(() -> target.requests().size() == 1);
      assertThat(deliver(server, "waits")).isEqualTo("200 accepted");
      await().atMost(LONG).until(() -> tellsAge(server));

      end.countDown();
      await().atMost(LONG).until(() -> done() == 2);
      await().atMost(LONG).until(() -> !tellsAge(server));
    } finally {
      end.countDown();
    }
  }
}
