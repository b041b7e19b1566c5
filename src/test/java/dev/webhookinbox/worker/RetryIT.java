package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts, waits and ends, seen at the target of an http route and in the database. */
class RetryIT {

  private static final int ATTEMPTS = 5;
  private static final Duration BASE = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofMillis(800);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int CONCURRENCY = 4;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Target target;
  private static Server server;
  private static Hooks hooks;

  private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final String id = "evt_" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
    server =
        Server.on(database)
            .with(Sources.settingsTo(target.url("/in")))
            .with("inbox.route.to-standard.timeout", "PT1S")
            .with("inbox.route.to-standard.circuit", "0")
            .with("inbox.retry.max-attempts", Integer.toString(ATTEMPTS))
            .with("inbox.retry.base", BASE.toString())
            .with("inbox.retry.max-delay", LONGEST.toString())
            .with("inbox.worker.poll", POLL.toString())
            .with("inbox.worker.concurrency", Integer.toString(CONCURRENCY))
            .start();
    hooks = Hooks.of(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    target.close();
    postgres.close();
  }

  @BeforeEach
  void answerWell() {
    target.answering(Answer.status(204));
  }

  private void deliver(String eventId) {
    assertThat(
            hooks.send("standard", Sources.STANDARD.sign(eventId, "{\"type\":\"x\"}")).statusCode())
        .isEqualTo(200);
  }

  private Map<String, Object> row() {
    return database
        .rows("SELECT * FROM webhook_jobs WHERE source = 'standard' AND event_id = ?", id)
        .get(0);
  }

  private void awaitState(String state) {
    await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(() -> state.equals(row().get("state")));
  }

  private List<TargetRequest> attempts() {
    return target.requests().stream()
        .filter(request -> request.header("Inbox-Event-Id").orElse("").equals(id))
        .toList();
  }

  /** Answers the first so many calls of each event badly. */
  private void failing(int times, Answer bad) {
    target.answering(
        request -> {
          String event = request.header("Inbox-Event-Id").orElseThrow();
          int call = calls.computeIfAbsent(event, any -> new AtomicInteger()).incrementAndGet();
          return call <= times ? bad : Answer.status(204);
        });
  }

  @Test
  @DisplayName(
      "P10: what always fails ends as failed after its attempts, with the reason, and the gaps follow the policy")
  void alwaysFails() {
    failing(Integer.MAX_VALUE, Answer.status(500));
    deliver(id);
    awaitState("failed");

    assertThat(row())
        .containsEntry("attempts", ATTEMPTS)
        .containsEntry("outcome", "exhausted")
        .containsEntry("last_error", "the target answered 500");
    assertThat(row().get("finished_at")).isNotNull();
    assertThat(attempts()).hasSize(ATTEMPTS);
    assertGaps(attempts());
    assertThat(history())
        .containsExactly(
            "1 retry route:to-standard",
            "2 retry route:to-standard",
            "3 retry route:to-standard",
            "4 retry route:to-standard",
            "5 exhausted route:to-standard");
  }

  private List<String> history() {
    return database
        .rows(
            "SELECT attempt || ' ' || outcome || ' ' || handler AS line FROM webhook_attempts"
                + " WHERE event_id = ? ORDER BY lease_token",
            id)
        .stream()
        .map(row -> String.valueOf(row.get("line")))
        .toList();
  }

  /** Full jitter: no gap is longer than its ceiling, the next poll and a slow machine's slack. */
  private static void assertGaps(List<TargetRequest> attempts) {
    Duration slack = POLL.multipliedBy(2).plus(Duration.ofSeconds(1));
    for (int n = 1; n < attempts.size(); n++) {
      Instant ended = attempts.get(n - 1).ended().orElseThrow();
      Duration gap = Duration.between(ended, attempts.get(n).started());
      Duration ceiling = BASE.multipliedBy(1L << (n - 1));
      assertThat(gap)
          .as("gap before attempt %d", n + 1)
          .isBetween(
              Duration.ZERO, (ceiling.compareTo(LONGEST) < 0 ? ceiling : LONGEST).plus(slack));
    }
  }

  @Test
  @DisplayName("P10: what fails twice ends as done with three attempts")
  void failsTwice() {
    failing(2, Answer.status(503));
    deliver(id);
    awaitState("done");

    assertThat(row()).containsEntry("attempts", 3).containsEntry("outcome", "done");
    assertThat(attempts()).hasSize(3);
    assertThat(attempts().stream().map(it -> it.header("Inbox-Attempt").orElseThrow()))
        .containsExactly("1", "2", "3");
    assertThat(attempts().stream().map(it -> it.header("Idempotency-Key").orElseThrow()).distinct())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 500, 502, 503, 504})
  @DisplayName("P10: an answer that may pass is tried again")
  void passing(int status) {
    failing(1, Answer.status(status));
    deliver(id);
    awaitState("done");

    assertThat(row()).containsEntry("attempts", 2);
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 302, 307, 400, 401, 403, 404, 409, 410, 422})
  @DisplayName("P10: an answer that will not change, a redirect included, gives up at once")
  void permanent(int status) {
    failing(
        Integer.MAX_VALUE, Answer.status(status).with("Location", target.url("/other").toString()));
    deliver(id);
    awaitState("failed");

    assertThat(row())
        .containsEntry("attempts", 1)
        .containsEntry("outcome", "gave-up")
        .containsEntry("last_error", "the target answered " + status);
    assertThat(target.requests().stream().map(TargetRequest::path)).doesNotContain("/other");
  }

  @Test
  @DisplayName("P10: Retry-After lengthens the wait beyond the policy's own")
  void retryAfter() {
    failing(1, Answer.status(429).with("Retry-After", "3"));
    deliver(id);
    awaitState("done");

    assertThat(Duration.between(attempts().get(0).started(), attempts().get(1).started()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(2_900));
  }

  @Test
  @DisplayName("P10: a target that does not answer in time is tried again, with the reason")
  void silent() {
    failing(1, Answer.never());
    deliver(id);
    awaitState("done");

    assertThat(row())
        .containsEntry("attempts", 2)
        .containsEntry("last_error", "no answer within PT1S");
  }

  @Test
  @DisplayName("P10: a redelivery of a failed event starts it again with a fresh budget")
  void redelivered() {
    failing(1, Answer.status(400));
    deliver(id);
    awaitState("failed");

    assertThat(Hooks.result(hooks.send("standard", Sources.STANDARD.sign(id, "{\"type\":\"x\"}"))))
        .isEqualTo("duplicate");
    awaitState("done");

    assertThat(row())
        .containsEntry("attempts", 1)
        .containsEntry("last_error", "the target answered 400");
  }

  @Test
  @DisplayName("P6: calls that hang, all but one thread's worth, do not stop the other events")
  void hanging() {
    String slow = "slow_" + UUID.randomUUID();
    target.answering(
        request ->
            request.header("Inbox-Event-Id").orElse("").startsWith(slow)
                ? Answer.never()
                : Answer.status(204));
    for (int n = 1; n < CONCURRENCY; n++) {
      deliver(slow + n);
    }
    deliver(id);
    awaitState("done");

    assertThat(row()).containsEntry("attempts", 1);
  }
}
