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
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target that is away for a while, and the herd that waits for it. */
class CircuitIT {

  /** The long form by hand: {@code -Dinbox.outage.seconds=300}. */
  private static final Duration OUTAGE =
      Duration.ofSeconds(Integer.getInteger("inbox.outage.seconds", 12));

  private static final int EVENTS = 300;
  private static final int ATTEMPTS = 6;

  @TempDir static Path directory;

  private volatile boolean isAway = true;

  @Test
  @DisplayName(
      "P10: while a target is away events keep their attempts, and when it is back all are done within a minute, without a herd")
  void outage() {
    Postgres postgres = Postgres.start(directory.resolve("pg"));
    try (Target target = Target.start()) {
      target.answering(request -> Answer.status(isAway ? 503 : 204));
      Database database = postgres.freshDatabase();
      try (Server server =
          Server.on(database)
              .with(Sources.settingsTo(target.url("/in")))
              .with("inbox.retry.max-attempts", Integer.toString(ATTEMPTS))
              .with("inbox.retry.base", "PT0.1S")
              .with("inbox.retry.max-delay", "PT0.5S")
              .with("inbox.worker.poll", "PT0.1S")
              .start()) {
        Hooks hooks = Hooks.of(server);
        for (int n = 0; n < EVENTS; n++) {
          hooks.send("standard", Sources.STANDARD.sign("evt_" + n, "{\"type\":\"x\"}"));
        }
        Instant end = Instant.now().plus(OUTAGE);
        await().atMost(OUTAGE.plusSeconds(10)).until(() -> Instant.now().isAfter(end));
        int whileAway = target.requests().size();
        isAway = false;
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'")
                        == EVENTS);

        List<TargetRequest> calls = target.requests();
        System.out.printf(
            "%d calls while away for %s; then a second: %s%n",
            whileAway, OUTAGE, perSecond(calls.subList(whileAway, calls.size())));
        assertThat(whileAway).as("calls while it was away").isLessThan(EVENTS);
        assertThat(calls).hasSize(whileAway + EVENTS);
        assertThat(
                database.count("SELECT count(*) FROM webhook_jobs WHERE attempts >= ?", ATTEMPTS))
            .as("events that came to their last attempt")
            .isZero();
        assertThat(database.count("SELECT sum(attempts)::bigint FROM webhook_jobs"))
            .as("an attempt is a call that began")
            .isEqualTo(calls.size());
        assertThat(server.log()).anyMatch(line -> line.contains("WHI-241"));
        assertThat(server.log()).anyMatch(line -> line.contains("WHI-242"));
      }
    } finally {
      postgres.close();
    }
  }

  private static Map<Long, Long> perSecond(List<TargetRequest> calls) {
    return calls.stream()
        .collect(
            Collectors.groupingBy(
                call -> call.started().getEpochSecond() - calls.get(0).started().getEpochSecond(),
                TreeMap::new,
                Collectors.counting()));
  }
}
