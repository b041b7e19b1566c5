package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.KeyPair;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A delivery of a hundred events, as SendGrid sends them. */
class BatchIT {

  private static final KeyPair KEYS = Signing.curveKeys();

  @TempDir Path directory;
  private Postgres postgres;
  private Database database;
  private Server server;

  @BeforeEach
  void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    server = started();
  }

  @AfterEach
  void stop() {
    server.close();
    postgres.close();
  }

  private Server started() {
    return Server.on(database)
        .with("inbox.worker.enabled", "false")
        .with("inbox.sources", "mail")
        .with("inbox.source.mail.provider", "sendgrid")
        .with(
            "inbox.source.mail.secret",
            Base64.getEncoder().encodeToString(KEYS.getPublic().getEncoded()))
        .start();
  }

  private CompletableFuture<HttpResponse<String>> send(int from, int to) {
    byte[] body =
        utf8(
            IntStream.range(from, to)
                .mapToObj(n -> "{\"event\":\"open\",\"sg_event_id\":\"event-%03d\"}".formatted(n))
                .collect(Collectors.joining(",", "[", "]\r\n")));
    String time = String.valueOf(Instant.now().getEpochSecond());
    byte[] signature = Signing.sign("SHA256withECDSA", KEYS.getPrivate(), utf8(time), body);
    return HttpClient.newHttpClient()
        .sendAsync(
            HttpRequest.newBuilder(server.baseUrl().resolve("/hooks/mail"))
                .header("X-Twilio-Email-Event-Webhook-Timestamp", time)
                .header(
                    "X-Twilio-Email-Event-Webhook-Signature",
                    Base64.getEncoder().encodeToString(signature))
                .POST(BodyPublishers.ofByteArray(body))
                .build(),
            BodyHandlers.ofString());
  }

  private static String result(HttpResponse<?> response) {
    return response.headers().firstValue("Inbox-Result").orElse("");
  }

  private long jobs() {
    return database.count("SELECT count(*) FROM webhook_jobs");
  }

  @Test
  @DisplayName(
      "P1, P2: of a hundred events with three known ones, 97 are new, in one body and one commit")
  void hundredWithThreeKnown() {
    assertThat(result(send(50, 53).join())).isEqualTo("accepted");
    assertThat(result(send(0, 100).join())).isEqualTo("accepted");

    assertThat(jobs()).isEqualTo(100);
    assertThat(database.count("SELECT count(*) FROM webhook_bodies")).isEqualTo(2);
    assertThat(
            database.count(
                "SELECT count(DISTINCT xmin::text) FROM webhook_jobs WHERE event_id NOT BETWEEN 'event-050' AND 'event-052'"))
        .as("all of them came by one transaction")
        .isEqualTo(1);
    assertThat(result(send(0, 100).join())).isEqualTo("duplicate");
    assertThat(database.count("SELECT count(*) FROM webhook_bodies")).isEqualTo(2);
  }

  @Test
  @DisplayName(
      "P1, P5: killed before the commit, none of a hundred is there, and the redelivery has all")
  void killedBeforeTheCommit() throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.executeUpdate(
          """
          INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type,
                                    delivery_id, body_binding, body_sha256)
          VALUES ('sendgrid', 'mail', 'event-099', 'mail', 'open', -1, 'raw', sha256(''))
          """);
      CompletableFuture<HttpResponse<String>> answer = send(0, 100);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  database.count(
                          "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                      == 1);
      server.kill9();
      assertThat(answer).failsWithin(Duration.ofSeconds(20));
      connection.rollback();
    }
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () ->
                database.count(
                        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'WITH delivery%' AND state <> 'idle' AND pid <> pg_backend_pid()")
                    == 0);
    assertThat(jobs()).isIn(0L, 100L);
    assertThat(database.count("SELECT count(*) FROM webhook_bodies")).isEqualTo(jobs() / 100);
    assertThat(jobs()).as("no commit was ever sent").isZero();

    server = started();
    assertThat(result(send(0, 100).join())).isEqualTo("accepted");
    assertThat(jobs()).isEqualTo(100);
  }
}
