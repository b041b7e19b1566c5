package dev.webhookinbox.crash;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actions in another system, which counts them, while servers die, freeze and race. */
class GuardedActionIT {

  private static final Duration SLOW = Duration.ofSeconds(3);

  @TempDir Path directory;
  private Postgres postgres;
  private Database database;
  private Target remote;
  private Path war;

  /** What took place in the other system, by operation key. */
  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();

  private volatile Duration delay = Duration.ZERO;

  @BeforeEach
  void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    war = War.with(directory, GuardedHandlers.class);
    remote = Target.start().answering(this::act);
  }

  @AfterEach
  void stop() {
    remote.close();
    postgres.close();
  }

  /** It acts when the request arrives, and answers later. */
  private Answer act(TargetRequest request) {
    String key = request.header("Idempotency-Key").orElseThrow();
    String result = "result of " + key.substring(key.lastIndexOf('/') + 1);
    if (request.method().equals("GET")) {
      return effects.containsKey(key) ? Answer.status(200).body(result) : Answer.status(404);
    }
    AtomicInteger count = effects.computeIfAbsent(key, any -> new AtomicInteger());
    boolean honoursKeys = request.path().endsWith("act.keys");
    if (!honoursKeys || count.get() == 0) {
      count.incrementAndGet();
    }
    return Answer.status(200).body(result).after(delay);
  }

  private ServerSetup server() {
    return Server.on(database)
        .war(war)
        .with(Sources.settings())
        .with("inbox.worker.lease", "PT2S")
        .with("inbox.worker.poll", "PT0.1S")
        .with("inbox.retry.base", "PT0.1S")
        .jvm("-D" + GuardedHandlers.REMOTE + "=" + remote.url("/do"));
  }

  private static void deliver(Server server, String event, String type, String order) {
    String body = "{\"type\":\"%s\",\"order\":\"%s\",\"id\":\"%s\"}".formatted(type, order, event);
    Hooks.of(server).send("standard", Sources.STANDARD.sign(event, body));
  }

  private void awaitActed(int effectsSoFar) {
    await().atMost(Duration.ofSeconds(20)).until(() -> total() == effectsSoFar);
  }

  private int total() {
    return effects.values().stream().mapToInt(AtomicInteger::get).sum();
  }

  private List<TargetRequest> calls() {
    return remote.requests().stream().filter(it -> it.method().equals("POST")).toList();
  }

  private void awaitJobs(String state, long jobs) {
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                database.count("SELECT count(*) FROM webhook_jobs WHERE state = ?", state) == jobs);
  }

  private String action(String columns) {
    return database.value(String.class, "SELECT " + columns + " FROM webhook_actions");
  }

  @ParameterizedTest
  @ValueSource(strings = {"act.keys", "act.lookup"})
  @DisplayName(
      "P9: after kill -9 between the remote success and its record the action took place once, and its result is kept")
  void killed(String type) {
    delay = Duration.ofSeconds(20);
    try (Server first = server().start()) {
      deliver(first, "evt_1", type, "A17");
      awaitActed(1);
      first.kill9();
    }
    assertThat(action("state")).isEqualTo("started");
    delay = Duration.ZERO;
    try (Server second = server().start()) {
      assertThat(second.isAlive()).isTrue();
      awaitJobs("done", 1);
    }

    assertThat(total()).isEqualTo(1);
    assertThat(calls()).hasSize(type.equals("act.keys") ? 2 : 1);
    assertThat(calls().stream().map(it -> it.header("Idempotency-Key")).distinct()).hasSize(1);
    assertThat(action("state || ': ' || result")).isEqualTo("done: result of A17");
  }

  @Test
  @DisplayName(
      "P9: where nobody can tell whether the action took place, the job stops as failed for a person, and nothing is called")
  void undecided() {
    delay = Duration.ofSeconds(20);
    try (Server first = server().start()) {
      deliver(first, "evt_1", "act.unknown", "A17");
      awaitActed(1);
      first.kill9();
    }
    try (Server second = server().start()) {
      awaitJobs("failed", 1);
      deliver(second, "evt_2", "act.unknown", "A17");
      awaitJobs("failed", 2);
    }

    assertThat(calls()).hasSize(1);
    assertThat(action("state || ': ' || reason")).isEqualTo("undecided: it cannot be looked up");
    assertThat(
            database.count(
                "SELECT count(*) FROM webhook_jobs WHERE outcome = 'needs-decision'"
                    + " AND last_error LIKE 'needs a decision%'"))
        .isEqualTo(2);
  }

  @Test
  @DisplayName(
      "P9: two events that ask two servers for one action share one call and its result, and the later loses no attempt")
  void twoEvents() {
    delay = SLOW;
    try (Server one = server().start();
        Server other = server().start()) {
      deliver(one, "evt_1", "act.lookup", "A17");
      deliver(other, "evt_2", "act.lookup", "A17");
      awaitJobs("done", 2);
    }

    assertThat(calls()).hasSize(1);
    assertThat(remote.requests()).hasSize(1);
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE attempts = 1")).isEqualTo(2);
    assertThat(database.count("SELECT count(*) FROM webhook_attempts")).isZero();
  }

  @Test
  @DisplayName(
      "P7, P9: a server frozen in the middle of its call changes nothing when it goes on: the next holder found the result")
  void frozen() {
    delay = SLOW;
    try (Server first = server().start();
        Server second = server().start()) {
      deliver(first, "evt_1", "act.lookup", "A17");
      awaitActed(1);
      // whichever of the two has it; the other takes it up
      Server holder = logged(first) ? first : second;
      holder.stop();
      awaitJobs("done", 1);
      String before =
          database.value(String.class, "SELECT webhook_actions::text FROM webhook_actions");
      holder.cont();
      await().atMost(Duration.ofSeconds(20)).until(() -> lostIts(holder));

      assertThat(calls()).hasSize(1);
      assertThat(database.value(String.class, "SELECT webhook_actions::text FROM webhook_actions"))
          .isEqualTo(before);
      assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE attempts = 2"))
          .isEqualTo(1);
      assertThat(database.value(String.class, "SELECT message FROM webhook_attempts"))
          .startsWith("worker lost");
    }
  }

  private boolean logged(Server server) {
    String owner =
        database.value(
            String.class, "SELECT lease_owner FROM webhook_jobs WHERE state = 'running'");
    return server.log().stream().anyMatch(line -> line.contains("WHI-202 worker " + owner));
  }

  private static boolean lostIts(Server server) {
    return server.log().stream()
        .anyMatch(line -> line.contains("WHI-231") || line.contains("WHI-221"));
  }
}
