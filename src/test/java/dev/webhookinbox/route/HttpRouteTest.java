package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Signer;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventKey;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRouteTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSwMfKQ9r8GKYo=";

  private final Target target = Target.start();
  private final Map<String, String> keys =
      new HashMap<>(Map.of("url", target.url("/in").toString(), "timeout", "PT1S"));

  @AfterEach
  void close() {
    target.close();
  }

  private Settings settings() {
    return new Settings(key -> Optional.ofNullable(keys.get(key)), keys.keySet());
  }

  private Outcome handle(Event event) throws Exception {
    return HttpRoute.read(settings(), "", Clock.fixed(NOW, ZoneOffset.UTC))
        .orElseThrow()
        .handle(event);
  }

  private static Event event(String id, byte[] body) {
    return new Event(
        "source", new EventKey("p", "acct", id), "a type", null, body, "text/odd", "gzip", NOW, 3);
  }

  @Test
  @DisplayName("the bytes, their content type and the identity arrive as they are")
  void request() throws Exception {
    byte[] body = {0, -1, 'x'};

    assertThat(handle(event("id \u00fc%", body))).isEqualTo(Outcome.done());

    TargetRequest request = target.requests().get(0);
    assertThat(request.body()).isEqualTo(body);
    assertThat(request.header("Content-Type")).contains("text/odd");
    assertThat(request.header("Content-Encoding")).contains("gzip");
    assertThat(request.header("Idempotency-Key")).contains("p/acct/id%20%C3%BC%25");
    assertThat(request.header("Inbox-Event-Id")).contains("id%20%C3%BC%25");
    assertThat(request.header("Inbox-Event-Type")).contains("a%20type");
    assertThat(request.header("Inbox-Attempt")).contains("3");
    assertThat(request.header("webhook-signature")).isEmpty();
  }

  @Test
  @DisplayName(
      "P9: with a secret the request is signed by Standard Webhooks, under the same id at every attempt")
  void ownSignature() throws Exception {
    keys.put("secret", SECRET);
    byte[] body = "{}".getBytes(UTF_8);

    handle(event("id", body));
    handle(event("id", body));
    handle(event("other", body));

    TargetRequest first = target.requests().get(0);
    String id = first.header("webhook-id").orElseThrow();
    SignedRequest expected = Signer.standardWebhooks(SECRET).sign(id, NOW, body);
    assertThat(first.header("webhook-timestamp")).contains(expected.header("webhook-timestamp"));
    assertThat(first.header("webhook-signature")).contains(expected.header("webhook-signature"));
    assertThat(target.requests().get(1).header("webhook-id")).contains(id);
    assertThat(target.requests().get(2).header("webhook-id").orElseThrow()).isNotEqualTo(id);
    assertThat(id).doesNotContain(".");
  }

  @Test
  @DisplayName("a secret that is none is a fault that does not show it")
  void badSecret() {
    keys.put("secret", "hunter2");
    Settings settings = settings();

    HttpRoute.read(settings, "", Clock.systemUTC());

    assertThat(settings.faults()).singleElement().asString().doesNotContain("hunter2");
  }

  @Test
  @DisplayName("P10: a target that is not there is tried again")
  void nobody() throws Exception {
    target.close();

    assertThat(handle(event("id", new byte[0]))).isInstanceOf(Outcome.Retry.class);
  }

  @Test
  @DisplayName("P10: a target that hangs up without an answer is tried again")
  void hangsUp() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread hangingUp = new Thread(() -> acceptAndClose(server));
      hangingUp.start();
      keys.put("url", "http://127.0.0.1:" + server.getLocalPort() + "/");

      assertThat(handle(event("id", new byte[0]))).isInstanceOf(Outcome.Retry.class);
    }
  }

  private static void acceptAndClose(ServerSocket server) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().read();
      } catch (IOException e) {
        return;
      }
    }
  }

  @Test
  @DisplayName("the total time holds for an answer whose body never ends, too")
  void endlessBody() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Thread dripping = new Thread(() -> drip(server));
      dripping.start();
      keys.put("url", "http://127.0.0.1:" + server.getLocalPort() + "/");
      long begun = System.nanoTime();

      Outcome outcome = handle(event("id", new byte[0]));

      assertThat(outcome).isEqualTo(Outcome.away("no answer within PT1S"));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    }
  }

  private static void drip(ServerSocket server) {
    try (Socket socket = server.accept()) {
      socket
          .getOutputStream()
          .write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".getBytes(UTF_8));
      while (true) {
        socket.getOutputStream().write("1\r\nx\r\n".getBytes(UTF_8));
        socket.getOutputStream().flush();
      }
    } catch (IOException e) {
      // the client has had enough
    }
  }

  @Test
  @DisplayName("a redirect is not followed")
  void redirect() throws Exception {
    URI elsewhere = target.url("/elsewhere");
    target.answering(request -> Answer.status(302).with("Location", elsewhere.toString()));

    assertThat(handle(event("id", new byte[0])))
        .isEqualTo(Outcome.giveUp("the target answered 302"));
    assertThat(target.requests()).hasSize(1);
  }

  @Test
  @DisplayName("the headers of the configuration and the bearer token are sent with each request")
  void ownHeaders() throws Exception {
    keys.put("header.X-Tenant", "blue green");
    keys.put("bearer-token", "abc.DEF-123");

    handle(event("id", new byte[0]));

    TargetRequest request = target.requests().get(0);
    assertThat(request.header("X-Tenant")).contains("blue green");
    assertThat(request.header("Authorization")).contains("Bearer abc.DEF-123");
  }

  @ParameterizedTest
  @CsvSource({
    "header.Host, hunter2",
    "header.Idempotency-Key, hunter2",
    "header.inbox-source, hunter2",
    "header.webhook-id, hunter2",
    "header.X_Y, hunter2",
    "header.X-Y, hunter2\u00e9",
    "header.X-Y, ''",
    "bearer-token, hunter2 two",
    "bearer-token, ''",
  })
  @DisplayName("P13: a header that cannot be sent is a fault that does not show it")
  void badHeaders(String key, String value) {
    keys.put(key, value);
    Settings settings = settings();

    HttpRoute.read(settings, "", Clock.systemUTC());

    assertThat(settings.faults())
        .singleElement()
        .asString()
        .startsWith(key)
        .doesNotContain("hunter2");
  }

  @Test
  @DisplayName("two authorizations are a fault")
  void twoAuthorizations() {
    keys.put("header.authorization", "Basic abc");
    keys.put("bearer-token", "abc");
    Settings settings = settings();

    HttpRoute.read(settings, "", Clock.systemUTC());

    assertThat(settings.faults()).singleElement().asString().startsWith("bearer-token");
  }

  @Test
  @DisplayName("P10: the beginning of what the target answered to a failed attempt is kept")
  void answersBody() throws Exception {
    target.answering(request -> Answer.status(400).body("no such order"));
    assertThat(handle(event("id", new byte[0])))
        .isEqualTo(new Outcome.GiveUp("the target answered 400", Optional.of("no such order")));

    target.answering(request -> Answer.status(500).body("x".repeat(100_000)));
    assertThat(handle(event("id", new byte[0])))
        .isEqualTo(
            new Outcome.Retry(
                "the target answered 500", Optional.empty(), Optional.of("x".repeat(2_000))));
  }
}
