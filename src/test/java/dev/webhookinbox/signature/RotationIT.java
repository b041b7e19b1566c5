package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets are changed in the file while 16 connections post. */
class RotationIT {

  private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  private static final int CONNECTIONS = 16;

  private record Sent(String secret, Instant begun, Instant answered, int status) {}

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Server server;
  private static Path file;

  private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ids = new AtomicInteger();

  @BeforeAll
  static void start() throws IOException {
    postgres = Postgres.start(directory.resolve("pg"));
    Database database = postgres.freshDatabase();
    file = directory.resolve("secrets");
    write(OLD);
    server =
        Server.on(database)
            .with("inbox.worker.enabled", "false")
            .with("inbox.sources", "in")
            .with("inbox.source.in.provider", "standard-webhooks")
            .with("inbox.source.in.secret-file", file.toString())
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  /** As careful administrators and secret stores do: a new file takes the old one's place. */
  private static void write(String... lines) throws IOException {
    Path next = directory.resolve("secrets.next");
    Files.write(next, List.of(lines));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private int post(HttpClient client, String secret) {
    Instant begun = Instant.now();
    byte[] body = utf8("{\"type\":\"x\"}");
    Map<String, String> headers =
        Signing.standard(
            secret, "msg_" + ids.incrementAndGet(), String.valueOf(begun.getEpochSecond()), body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.baseUrl().resolve("/hooks/in"))
            .POST(BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    try {
      int status = client.send(request.build(), BodyHandlers.discarding()).statusCode();
      sent.add(new Sent(secret, begun, Instant.now(), status));
      return status;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName(
      "no valid request is refused, and none with the retired secret is taken after its window")
  void rotatedUnderLoad() throws Exception {
    AtomicBoolean newSecret = new AtomicBoolean();
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(CONNECTIONS);
    List<Thread> threads = new ArrayList<>();
    for (int n = 0; n < CONNECTIONS; n++) {
      Thread thread = new Thread(() -> postUntil(stop, newSecret, begun));
      thread.start();
      threads.add(thread);
    }
    begun.await();
    HttpClient probe = HttpClient.newHttpClient();

    Instant end = Instant.now().plusSeconds(6);
    write(NEW, OLD + " not-after=" + end);
    await().atMost(Duration.ofSeconds(5)).until(() -> post(probe, NEW) == 200);
    Instant known = Instant.now();
    newSecret.set(true);
    await().atMost(Duration.ofSeconds(15)).until(() -> post(probe, OLD) == 401);
    write(NEW);
    await()
        .atMost(Duration.ofSeconds(5))
        .until(
            () -> sent.stream().filter(it -> it.begun().isAfter(end.plusSeconds(2))).count() > 200);
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(sent.stream().filter(it -> it.secret().equals(OLD) && it.answered().isBefore(end)))
        .hasSizeGreaterThan(CONNECTIONS)
        .allMatch(it -> it.status() == 200);
    assertThat(sent.stream().filter(it -> it.secret().equals(NEW) && it.begun().isAfter(known)))
        .hasSizeGreaterThan(200)
        .allMatch(it -> it.status() == 200);
    assertThat(sent.stream().filter(it -> it.secret().equals(OLD) && it.begun().isAfter(end)))
        .isNotEmpty()
        .allMatch(it -> it.status() == 401);
  }

  private void postUntil(AtomicBoolean stop, AtomicBoolean newSecret, CountDownLatch begun) {
    HttpClient client = HttpClient.newHttpClient();
    for (int n = 0; !stop.get(); n++) {
      post(client, newSecret.get() ? NEW : OLD);
      if (n == 3) {
        begun.countDown();
      }
    }
  }
}
