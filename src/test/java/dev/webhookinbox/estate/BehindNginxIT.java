package dev.webhookinbox.estate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Nginx;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.SignedRequest;
import dev.webhookinbox.fixture.Signer;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes behind an nginx that takes a prefix off the path. */
class BehindNginxIT {

  private static final String PUBLIC_URL = "https://hooks.example.com/webhooks/hooks/url";
  private static final int MORE_THAN_HTTP_THREADS = 100;

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server one;
  private static Server other;
  private static Nginx nginx;
  private static Hooks hooks;

  @BeforeAll
  static void start() throws IOException {
    Nginx.requireInstalled();
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    one = node();
    other = node();
    nginx = Nginx.before(directory, one, other);
    hooks = Hooks.at(nginx.url());
  }

  private static Server node() {
    return Server.on(database)
        .with(Sources.settings())
        .with("inbox.sources", "standard,stripe,github,raw,url")
        .with("inbox.source.url.provider", "hmac")
        .with("inbox.source.url.secret", Sources.RAW_SECRET)
        .with("inbox.source.url.hmac.signed", "{url}{body}")
        .with("inbox.source.url.hmac.id", "header:X-Event-Id")
        .with("inbox.source.url.public-url", PUBLIC_URL)
        .with("inbox.source.raw.max-body", "2MiB")
        .start();
  }

  @AfterAll
  static void stop() {
    if (nginx == null) {
      return;
    }
    nginx.close();
    one.close();
    other.close();
    postgres.close();
  }

  private static String fresh() {
    return "evt_" + UUID.randomUUID();
  }

  @Test
  @DisplayName("P1, P4: through a prefix a delivery is accepted, with a length and in chunks")
  void prefix() {
    SignedRequest delivery = Sources.STANDARD.sign(fresh(), "{ \"type\" : \"ä\\u0000\" }");
    SignedRequest chunked = Sources.STANDARD.sign(fresh(), "{\"type\":\"x\"}");

    assertThat(Hooks.result(hooks.send("standard", delivery))).isEqualTo("accepted");
    assertThat(Hooks.result(hooks.send("standard", delivery))).isEqualTo("duplicate");
    assertThat(Hooks.result(hooks.sendChunked("standard", chunked))).isEqualTo("accepted");
  }

  @Test
  @DisplayName(
      "P3: a signature over the URL is checked with public-url, whatever the proxy's headers say")
  void signedUrl() {
    assertThat(Hooks.result(hooks.send("url", overUrl(PUBLIC_URL)))).isEqualTo("accepted");
    assertThat(hooks.send("url", overUrl(one.baseUrl() + "/hooks/url")).statusCode())
        .isEqualTo(401);
    assertThat(hooks.send("url", overUrl("https://evil.example/hooks/url")).statusCode())
        .isEqualTo(401);
  }

  private static SignedRequest overUrl(String url) {
    byte[] body = "{}".getBytes(UTF_8);
    return Signer.hmac(Sources.RAW_SECRET, "X-Signature", "X-Event-Id")
        .sign(fresh(), (url + "{}").getBytes(UTF_8))
        .withBody(body)
        .with("X-Forwarded-Host", "evil.example");
  }

  @Test
  @DisplayName("the limit is the source's and not nginx's: 2 MiB are taken, one byte more is 413")
  void limit() {
    int limit = 2 << 20;

    assertThat(Hooks.result(hooks.send("raw", Sources.RAW.sign(fresh(), new byte[limit]))))
        .isEqualTo("accepted");
    assertThat(hooks.send("raw", Sources.RAW.sign(fresh(), new byte[limit + 1])).statusCode())
        .isEqualTo(413);
  }

  @Test
  @DisplayName("more slow senders than a node has threads keep no delivery away")
  void slowSenders() throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int n = 0; n < 2 * MORE_THAN_HTTP_THREADS; n++) {
        slow.add(halfARequest());
      }

      assertThat(Hooks.result(hooks.send("raw", Sources.RAW.sign(fresh(), new byte[10]))))
          .isEqualTo("accepted");
      assertThat(Hooks.result(Hooks.of(one).send("raw", Sources.RAW.sign(fresh(), new byte[11]))))
          .isEqualTo("accepted");
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private static Socket halfARequest() throws IOException {
    Socket socket = new Socket(nginx.url().getHost(), nginx.url().getPort());
    OutputStream out = socket.getOutputStream();
    out.write(
        "POST /webhooks/hooks/raw HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"
            .getBytes(UTF_8));
    out.flush();
    return socket;
  }

  @Test
  @DisplayName("what is no delivery is not let through")
  void onlyDeliveries() throws IOException, InterruptedException {
    for (String path : List.of("health/ready", "api/sources", "hooks/../health/ready")) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(nginx.url() + path)).build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).as(path).isEqualTo(404);
    }
  }

  @Test
  @DisplayName("P5: while one node stops and after it has, the other takes every delivery")
  void nodeAway() {
    Server leaving = node();
    try (Nginx before = Nginx.before(directory.resolve("leaving"), leaving, one)) {
      Hooks through = Hooks.at(before.url());
      leaving.kill9();

      for (int n = 0; n < 20; n++) {
        assertThat(Hooks.result(through.send("standard", Sources.STANDARD.sign(fresh(), "{}"))))
            .isEqualTo("accepted");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } finally {
      leaving.close();
    }
  }
}
