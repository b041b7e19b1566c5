package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Sender.Trait.LOOSE;
import static dev.webhookinbox.signature.Sender.Trait.NO_SECRET;
import static dev.webhookinbox.signature.Sender.Trait.SIGNAL;
import static dev.webhookinbox.signature.Sender.Trait.SIGNS_URL;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every provider's ways of sending, over HTTP and into PostgreSQL. Not those whose keys stand on
 * the provider's own host, which no test calls. No worker, so that what was accepted stays as it
 * came.
 */
class SendersIT {

  private static final Set<String> REMOTE = Set.of("paypal", "aws-sns", "plaid");
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;

  static Stream<Sender> senders() {
    return Senders.list().stream().filter(sender -> !REMOTE.contains(sender.provider()));
  }

  static Stream<Sender> sendersThatSignTheBody() {
    return senders().filter(sender -> !sender.has(LOOSE) && !sender.has(NO_SECRET));
  }

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    ServerSetup setup = Server.on(database).with("inbox.worker.enabled", "false");
    List<String> names = new ArrayList<>();
    senders()
        .forEach(
            sender -> {
              setup.with(sender.own().keysOf(endpoint(sender)));
              if (sender.has(SIGNS_URL)) {
                setup.with(
                    "inbox.source." + endpoint(sender) + ".public-url",
                    "https://hooks.example.com/in");
              }
              names.add(endpoint(sender));
            });
    server = setup.with("inbox.sources", String.join(",", names)).start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  private static String endpoint(Sender sender) {
    return sender.name().replace(' ', '-');
  }

  private static HttpResponse<byte[]> send(String endpoint, RawRequest request) {
    String query = URI.create(request.url()).getRawQuery();
    URI target =
        server.baseUrl().resolve("/hooks/" + endpoint + (query == null ? "" : "?" + query));
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(target)
            .method(request.method(), BodyPublishers.ofByteArray(request.body()));
    for (String name : request.headers().names()) {
      request.headers().all(name).forEach(value -> builder.header(name, value));
    }
    try {
      return CLIENT.send(builder.build(), BodyHandlers.ofByteArray());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static String result(HttpResponse<?> response) {
    return response.statusCode()
        + " "
        + response.headers().firstValue("Inbox-Result").orElse("without result");
  }

  @ParameterizedTest
  @MethodSource("senders")
  @DisplayName(
      "P1, P2, P4: accepted once, whatever the provider's way; the answer is the one that it wants")
  void acceptedOnce(Sender sender) {
    String endpoint = endpoint(sender);
    Instant now = Instant.now();
    int success = sender.source().get().success().status();

    HttpResponse<byte[]> first = send(endpoint, sender.requests().of(1, now, 1));
    assertThat(result(first)).isEqualTo(success + " accepted");
    assertThat(first.body()).isEmpty();
    assertThat(first.headers().map()).doesNotContainKey("set-cookie");
    assertThat(result(send(endpoint, sender.requests().of(1, now.plusSeconds(1), 2))))
        .isEqualTo(success + " duplicate");
    assertThat(result(send(endpoint, sender.requests().of(2, now, 1))))
        .isEqualTo(success + (sender.has(SIGNAL) ? " duplicate" : " accepted"));

    List<Map<String, Object>> jobs =
        database.rows(
            "SELECT provider, state, altered, replays FROM webhook_jobs WHERE source = ?",
            endpoint);
    int events = Signing.events(sender.source().get().judge(sender.first(), Signing.NOW)).size();
    assertThat(jobs)
        .hasSize(sender.has(SIGNAL) ? events : 2 * events)
        .allSatisfy(
            job ->
                assertThat(job)
                    .containsEntry("provider", sender.provider())
                    .containsEntry("state", "pending")
                    .containsEntry("replays", 0)
                    .containsEntry("altered", 0));
  }

  @ParameterizedTest
  @MethodSource("sendersThatSignTheBody")
  @DisplayName("P3: an altered body is refused and takes no key")
  void refused(Sender sender) {
    RawRequest good = sender.requests().of(9, Instant.now(), 1);
    byte[] longer = Arrays.copyOf(good.body(), good.body().length + 1);
    RawRequest altered = new RawRequest(good.method(), good.url(), good.headers(), longer);
    HttpResponse<byte[]> refusal = send(endpoint(sender), altered);
    assertThat(refusal.statusCode()).isEqualTo(401);
    assertThat(refusal.body().length == 0).isEqualTo(sender.provider().equals("xero"));
    assertThat(refusal.headers().map()).doesNotContainKey("set-cookie");
  }

  @Test
  @DisplayName("P14: one token of Mailgun's under a second id is a replay, and not run")
  void mailgunsTokenIsGoodForOneEvent() {
    Instant now = Instant.now();
    Sender mailgun =
        senders().filter(sender -> sender.name().equals("mailgun")).findFirst().orElseThrow();
    RawRequest one = mailgun.requests().of(7, now, 1);
    assertThat(result(send("mailgun", one))).isEqualTo("200 accepted");
    String forged =
        new String(one.body(), UTF_8).replace("id-7", "forged").replace("opened", "unsubscribed");
    assertThat(
            result(
                send(
                    "mailgun",
                    new RawRequest("POST", one.url(), one.headers(), Signing.utf8(forged)))))
        .isEqualTo("200 replay");
    assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE event_id = 'forged'"))
        .isZero();
    assertThat(
            database.value(
                Integer.class, "SELECT replays FROM webhook_jobs WHERE event_id = 'id-7'"))
        .isEqualTo(1);
  }

  @Test
  void handshakesAreAnsweredAndMakeNoEvent() {
    long before = database.count("SELECT count(*) FROM webhook_jobs");
    RawRequest challenge = get("https://x/?challenge=abc123");
    HttpResponse<byte[]> dropbox = send("dropbox", challenge);
    assertThat(result(dropbox)).isEqualTo("200 handshake");
    assertThat(new String(dropbox.body(), UTF_8)).isEqualTo("abc123");
    assertThat(dropbox.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
    assertThat(dropbox.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(send("github", challenge).statusCode()).isEqualTo(405);

    RawRequest permission =
        Given.request(
            "OPTIONS",
            "https://x/",
            Given.headers("WebHook-Request-Origin", "eventemitter.example.com"),
            new byte[0]);
    HttpResponse<byte[]> events = send("cloudevents", permission);
    assertThat(result(events)).isEqualTo("200 handshake");
    assertThat(events.headers().firstValue("WebHook-Allowed-Origin"))
        .hasValue("eventemitter.example.com");
    assertThat(events.headers().allValues("Allow")).containsExactly("POST");
    assertThat(database.count("SELECT count(*) FROM webhook_jobs")).isEqualTo(before);
  }

  private static RawRequest get(String url) {
    return Given.request("GET", url, Map.of(), new byte[0]);
  }
}
