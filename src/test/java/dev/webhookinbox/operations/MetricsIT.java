package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus reads: on a node that only accepts, and on one that works. */
@Tag("core")
class MetricsIT {

  private static final String TOKEN = "metrics-token-canary-7";
  private static final String JSON = "{\"type\":\"user.created\",\"c\":\"canary-9\"}";

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server accepting;
  private static Server working;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    accepting =
        Api.users(Server.on(database))
            .with(Sources.settings())
            .with("inbox.worker.enabled", "false")
            .with("inbox.metrics.token", TOKEN)
            .with("inbox.health.max-pending-age", "PT1S")
            .with("inbox.health.pending-age-unready", "true")
            .start();
    working =
        Api.users(Server.on(postgres.freshDatabase()))
            .with(Sources.settings())
            .with("inbox.routes", "note")
            .with("inbox.route.note.source", "standard")
            .with("inbox.route.note.action", "log")
            .start();
  }

  @AfterAll
  static void stop() {
    working.close();
    accepting.close();
    postgres.close();
  }

  @BeforeEach
  void empty() {
    database.update("DELETE FROM webhook_jobs");
  }

  private static String metrics(Server server) {
    return Api.as(server, "vera").get("/api/metrics").body();
  }

  private static String deliver(Server server, SignedRequest request) {
    return Hooks.result(Hooks.of(server).send("standard", request));
  }

  @Test
  @DisplayName("metrics are for viewers and for the token, which opens nothing else")
  void access() {
    Api stranger = Api.as(accepting, "vera").with("");
    Api scraper = stranger.with("Bearer " + TOKEN);

    assertThat(stranger.get("/api/metrics").statusCode()).isEqualTo(401);
    assertThat(stranger.with("Bearer wrong").get("/api/metrics").statusCode()).isEqualTo(401);
    assertThat(stranger.with("Bearer").get("/api/metrics").statusCode()).isEqualTo(401);
    assertThat(scraper.get("/api/metrics").statusCode()).isEqualTo(200);
    assertThat(scraper.get("/api/events").statusCode()).isEqualTo(401);
    assertThat(scraper.get("/api/metrics/x").statusCode()).isEqualTo(401);
    assertThat(
            scraper
                .send(HttpRequest.newBuilder(accepting.baseUrl().resolve("/api/metrics")).DELETE())
                .statusCode())
        .isEqualTo(401);
    assertThat(Api.as(working, "vera").with("Bearer ").get("/api/metrics").statusCode())
        .as("no token is configured")
        .isEqualTo(401);
    assertThat(scraper.get("/api/metrics").headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
  }

  @Test
  @DisplayName("P4: every result of a request is counted: accepted, duplicate, rejected")
  void receipts() {
    SignedRequest request = Sources.STANDARD.sign("counted", JSON);
    deliver(accepting, request);
    deliver(accepting, request);
    deliver(accepting, request.with("webhook-signature", "v1,AAAA"));

    assertThat(metrics(accepting))
        .contains(
            "# TYPE inbox_receipts_total counter",
            "inbox_receipts_total{result=\"accepted\",source=\"standard\"} ",
            "inbox_receipts_total{result=\"duplicate\",source=\"standard\"} 1.0\n",
            "inbox_receipts_total{result=\"rejected\",source=\"standard\"} 1.0\n",
            "inbox_receipts_total{result=\"accepted\",source=\"stripe\"} 0.0\n",
            "# TYPE inbox_accept_seconds histogram",
            "inbox_accept_seconds_bucket{le=\"+Inf\"} ",
            "inbox_accept_seconds_count ")
        .doesNotContain("canary");
  }

  @Test
  @DisplayName("the queue's figures come from the database, the age of the oldest that is due too")
  void queue() {
    deliver(accepting, Sources.STANDARD.sign("waiting", JSON));
    database.update("UPDATE webhook_jobs SET next_attempt_at = now() - interval '100 seconds'");

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(metrics(accepting))
                    .contains(
                        "inbox_jobs{source=\"standard\",state=\"pending\"} 1.0\n",
                        "inbox_jobs{source=\"standard\",state=\"done\"} 0.0\n")
                    .containsPattern(
                        "inbox_oldest_pending_age_seconds\\{source=\"standard\"} 1\\d\\d\\."));
  }

  @Test
  @DisplayName("P6: a job that has been due for too long fails the named check")
  void pendingAge() {
    await().atMost(Duration.ofSeconds(20)).until(accepting::isReady);
    assertThat(deliver(accepting, Sources.STANDARD.sign("stuck", JSON))).isEqualTo("accepted");

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(
                        Api.as(accepting, "vera")
                            .with("")
                            .get(accepting.health("ready").toString())
                            .body())
                    .contains("webhook-inbox-pending-age", "\"verdict\":\"failed\""));
    assertThat(accepting.isReady()).isFalse();
    database.update("DELETE FROM webhook_jobs");
    await().atMost(Duration.ofSeconds(20)).until(accepting::isReady);
  }

  @Test
  @DisplayName(
      "calls of routes are counted by what came of them, and the wait before them is timed")
  void attempts() {
    deliver(working, Sources.STANDARD.sign("worked", JSON));

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(metrics(working))
                    .contains(
                        "inbox_attempts_total{outcome=\"done\",route=\"note\"} 1.0\n",
                        "inbox_retries_total{route=\"note\"} 0.0\n",
                        "inbox_leases_recovered_total 0.0\n",
                        "inbox_queue_seconds_count 1\n",
                        "inbox_jobs{source=\"standard\",state=\"done\"} 1.0\n"));
  }

  @Test
  @DisplayName("every series stands once, below the type of its metric, which is told once")
  void format() {
    List<String> lines = metrics(working).lines().toList();

    assertThat(lines).doesNotHaveDuplicates();
    assertThat(lines)
        .allMatch(
            line ->
                line.matches("# HELP [a-z_]+ [A-Z].*|# TYPE [a-z_]+ (counter|gauge|histogram)")
                    || line.matches("[a-z_]+(\\{[^}]*})? [0-9.E-]+"));
  }
}
