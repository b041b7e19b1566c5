package dev.webhookinbox.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/**
 * An estate, senders that do not give up, and faults from a seed; at the end a judge. The same seed
 * gives the same faults in the same order, at about the same times.
 */
final class Campaign {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path directory;
  private final long seed;
  private final Duration length;
  private final Duration calm;

  /**
   * @param calm the time from the end of one fault to the next
   */
  Campaign(Path directory, long seed, Duration length, Duration calm) {
    this.directory = directory;
    this.seed = seed;
    this.length = length;
    this.calm = calm;
  }

  /** Runs it, and returns what it came to. */
  Verdict run(int senders, Duration between) throws InterruptedException, IOException {
    try (Estate estate = new Estate(directory)) {
      estate.start();
      Faults faults = new Faults(estate, seed);
      Senders journal = new Senders(estate.urls(), seed, between);
      journal.start(senders);
      Instant end = Instant.now().plus(length);
      while (Instant.now().isBefore(end)) {
        LockSupport.parkNanos(calm.toNanos());
        estate.startAgain();
        faults.injectNext();
      }
      awaitServers(estate);
      journal.finish();
      awaitEnd(estate);
      return Verdict.of(seed, faults, journal, estate).written(Path.of("target/campaign"));
    }
  }

  private static void awaitServers(Estate estate) {
    Awaitility.await("all servers")
        .atMost(PATIENCE)
        .until(
            () -> {
              estate.startAgain();
              return estate.readyNodes() == estate.size();
            });
  }

  private static void awaitEnd(Estate estate) {
    Awaitility.await("all at an end")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () ->
                estate.database.count(
                        "SELECT count(*) FROM webhook_jobs WHERE state IN ('pending', 'running')")
                    == 0);
  }
}
