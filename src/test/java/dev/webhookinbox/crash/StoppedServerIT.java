package dev.webhookinbox.crash;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import dev.webhookinbox.fixture.War;
import java.net.ConnectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that end with 50 jobs in hand, by a kill and by a stop. */
@Tag("core")
class StoppedServerIT {

  private static final int JOBS = 50;

  @TempDir Path directory;
  private Postgres postgres;
  private Target target;
  private Database database;

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

  private ServerSetup server() {
    return Server.on(database)
        .with(Sources.settingsTo(target.url("/in")))
        .with("inbox.worker.concurrency", Integer.toString(JOBS))
        .with("inbox.worker.lease", "PT4S")
        .workPool(JOBS + 1);
  }

  private void fiftyInHand(Server server) {
    Hooks hooks = Hooks.of(server);
    for (int n = 0; n < JOBS; n++) {
      hooks.send("standard", Sources.STANDARD.sign("evt_" + n, "{\"type\":\"x\"}"));
    }
    await().atMost(Duration.ofSeconds(30)).until(() -> target.requests().size() == JOBS);
  }

  private void awaitAllDone() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == JOBS);
  }

  private Map<String, List<TargetRequest>> calls() {
    return target.requests().stream()
        .collect(groupingBy(request -> request.header("Idempotency-Key").orElseThrow()));
  }

  @Test
  @DisplayName(
      "P6: after kill -9 with 50 jobs in hand all are done, each was called at least once, and no run was beside another of its job")
  void killed() {
    target.answering(request -> Answer.status(204).after(Duration.ofSeconds(8)));
    try (Server first = server().start()) {
      fiftyInHand(first);
      first.kill9();
    }
    target.answering(Answer.status(204));
    try (Server second = server().start()) {
      assertThat(second.isAlive()).isTrue();
      awaitAllDone();
    }

    assertThat(calls()).hasSize(JOBS);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE attempts <> 2")).isZero();
    assertThat(overlappingAttempts()).isEmpty();
  }

  /** The first run ended with its server, whenever the target noticed: so by attempt and lease. */
  private Collection<String> overlappingAttempts() {
    return calls().entrySet().stream()
        .filter(
            call ->
                call.getValue().stream()
                    .collect(groupingBy(it -> it.header("Inbox-Attempt"), counting()))
                    .values()
                    .stream()
                    .anyMatch(times -> times > 1))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean answersTryAgain(Server server) {
    try {
      return Hooks.of(server)
              .send("standard", Sources.STANDARD.sign("evt_late", "{\"type\":\"x\"}"))
              .statusCode()
          == 503;
    } catch (CompletionException e) {
      return server.stopsListeningFirst() && e.getCause() instanceof ConnectException;
    }
  }

  @ParameterizedTest(name = "as a library of somebody's WAR: {0}")
  @ValueSource(booleans = {false, true})
  @DisplayName(
      "P15: a stop with 50 jobs in hand turns deliveries away meanwhile and finishes them, and none runs twice")
  void terminated(boolean library) {
    target.answering(request -> Answer.status(204).after(Duration.ofSeconds(3)));
    try (Server first = (library ? server().war(War.around(directory)) : server()).start()) {
      fiftyInHand(first);
      first.requestStop();
      await().atMost(Duration.ofSeconds(5)).until(() -> answersTryAgain(first));
      first.terminate();
    }
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'running'"))
        .isZero();
    try (Server second = server().start()) {
      assertThat(second.isAlive()).isTrue();
      awaitAllDone();
    }

    assertThat(target.requests()).hasSize(JOBS);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE attempts <> 1")).isZero();
  }
}
