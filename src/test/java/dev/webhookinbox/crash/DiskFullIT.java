package dev.webhookinbox.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL on a small disk, which a stranger fills. */
class DiskFullIT {

  private static final int MEGABYTE = 1 << 20;

  @TempDir Path directory;

  @Test
  @DisplayName(
      "P1, P5: on a full disk nothing is acknowledged that is not stored; with room again all goes on")
  void full() throws IOException, InterruptedException {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        ends("mount", "-t", "tmpfs", "-o", "size=400m", "tmpfs", disk.toString()),
        "no right to mount a small disk");
    try (Postgres postgres = Postgres.start(disk.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      try (Server server = Server.on(database).with(Sources.settings()).start()) {
        fillAndGoOn(disk, postgres, database, Hooks.of(server));
      }
    } finally {
      assertThat(ends("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static void fillAndGoOn(Path disk, Postgres postgres, Database database, Hooks hooks)
      throws IOException {
    List<String> acknowledged = new ArrayList<>();
    send(hooks, 0, acknowledged);
    fill(disk.resolve("filler"));
    int sent = 1;
    int refused = 0;
    while (refused < 3) {
      refused += send(hooks, sent++, acknowledged) ? 0 : 1;
      assertThat(sent).as("the disk is full").isLessThan(400);
    }

    Files.delete(disk.resolve("filler"));
    if (postgres.process().isEmpty()) {
      postgres.start(); // it ends where it cannot write its log
    }

    int next = sent;
    await().atMost(Duration.ofMinutes(1)).until(() -> send(hooks, next, acknowledged));
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> database.count("SELECT count(*) FROM webhook_jobs WHERE state <> 'done'") == 0);
    assertThat(
            database.rows("SELECT event_id FROM webhook_jobs WHERE state = 'done'").stream()
                .map(row -> (String) row.get("event_id")))
        .containsAll(acknowledged);
  }

  /** Whether a delivery that does not compress was taken; if it was not, it is 503. */
  private static boolean send(Hooks hooks, int n, List<String> acknowledged) {
    byte[] noise = new byte[400_000];
    new Random(n).nextBytes(noise);
    String body =
        "{\"type\":\"x\",\"noise\":\"%s\"}".formatted(Base64.getEncoder().encodeToString(noise));
    SignedRequest delivery = Sources.STANDARD.sign("evt_" + n, body);
    int status = hooks.send("standard", delivery).statusCode();
    if (status == 200) {
      acknowledged.add(delivery.header("webhook-id"));
    }
    assertThat(status).isIn(200, 503);
    return status == 200;
  }

  /** Until not a megabyte more has room. */
  private static void fill(Path filler) throws IOException {
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] zeros = new byte[MEGABYTE];
      while (true) {
        out.write(zeros);
      }
    } catch (IOException full) {
      assertThat(Files.size(filler)).isGreaterThan(MEGABYTE);
    }
  }

  private static boolean ends(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }
}
