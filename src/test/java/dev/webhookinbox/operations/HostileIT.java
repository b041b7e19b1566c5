package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** What people with bad intentions, and programs with bad luck, send to the API and the console. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileIT {

  private static final int REQUESTS = 10_000;
  private static final long SEED = 20261201;
  private static final String HEAD =
      "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n";

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;
  private static Api anna;
  private static Api vera;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    server =
        Api.users(Server.on(database))
            .with(Sources.settings())
            .with("inbox.worker.enabled", "false")
            .start();
    anna = Api.as(server, "anna");
    vera = Api.as(server, "vera");
    for (int n = 0; n < 20; n++) {
      Hooks.of(server).send("standard", Sources.STANDARD.sign("evt_" + n, "{\"type\":\"a.b\"}"));
    }
    database.update(
        "UPDATE webhook_jobs SET state = 'failed', outcome = 'exhausted', last_error = 'down', finished_at = now()"
            + " WHERE event_id < 'evt_15'");
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  /** Everything that an operator could change. */
  private static List<Map<String, Object>> everything() {
    return database.rows(
        "SELECT (SELECT string_agg(j::text, ',' ORDER BY event_id) FROM webhook_jobs j) AS jobs,"
            + " (SELECT count(*) FROM webhook_audit) AS audit,"
            + " (SELECT count(*) FROM webhook_pauses) AS pauses,"
            + " (SELECT count(*) FROM webhook_actions) AS actions");
  }

  /** 501 is the container's word for a method that it does not know, outside our paths. */
  private static boolean isNoFault(int status) {
    return status < 500 || status == 501;
  }

  @Test
  @Order(Integer.MAX_VALUE) // last: its wrong passwords make this address wait
  @DisplayName(
      "10,000 requests of a fuzzer: none is a 500, and none without the right changes a thing")
  void fuzzed() {
    List<Map<String, Object>> before = everything();
    Fuzz fuzz = new Fuzz(new Random(SEED), vera.json("/api/events?limit=20").toString());
    Map<Integer, Integer> statuses = new TreeMap<>();
    long begun = System.nanoTime();
    for (int sent = 0; sent < REQUESTS; sent++) {
      Fuzz.Request request = fuzz.next();
      // an operator only looks here: what he may change would be no fault
      String user = request.changes() ? vera.authorization() : anna.authorization();
      HttpResponse<String> answer = send(request, fuzz.loggedIn() ? user : "Basic eDp5eg==");
      statuses.merge(answer.statusCode(), 1, Integer::sum);
      assertThat(answer.statusCode()).as(sent + ": " + request).matches(HostileIT::isNoFault);
    }
    long millis = Duration.ofNanos(System.nanoTime() - begun).toMillis();
    System.out.println(REQUESTS + " fuzzed requests in " + millis + " ms: " + statuses);
    assertThat(statuses).containsKeys(200, 400, 401, 403, 404);
    assertThat(everything()).isEqualTo(before);
    assertThat(String.join("\n", server.log())).doesNotContain("WHI-501");
  }

  @Test
  @DisplayName("an operator's broken actions are refused: none is a 500")
  void brokenActions() {
    Fuzz fuzz = new Fuzz(new Random(SEED + 1), vera.json("/api/events?limit=20").toString());
    int sent = 0;
    while (sent < 1_000) {
      Fuzz.Request request = fuzz.next();
      if (request.changes()) {
        sent++;
        HttpResponse<String> answer = send(request, anna.authorization());
        assertThat(answer.statusCode()).as(request.toString()).matches(HostileIT::isNoFault);
      }
    }
    assertThat(String.join("\n", server.log())).doesNotContain("WHI-501");
  }

  /** Servers close a kept connection after so many requests, at times under the next one. */
  private static HttpResponse<String> send(Fuzz.Request request, String authorization) {
    try {
      return sendOnce(request, authorization);
    } catch (CompletionException e) {
      return sendOnce(request, authorization);
    }
  }

  private static HttpResponse<String> sendOnce(Fuzz.Request request, String authorization) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(server.baseUrl().resolve(request.path()))
            .method(request.method(), BodyPublishers.ofString(request.body()));
    request.headers().forEach(builder::setHeader);
    return anna.with(authorization).send(builder);
  }

  @Test
  @DisplayName("paths that climb, double slashes and encoded ones lead nowhere")
  void traversal() {
    List<String> paths =
        List.of(
            "/console/../WEB-INF/web.xml",
            "/console/..%2fWEB-INF/web.xml",
            "/console/%2e%2e/WEB-INF/web.xml",
            "/console/..;/WEB-INF/web.xml",
            "/console/....//WEB-INF/web.xml",
            "/console/%252e%252e/db/migration/V1__inbox.sql",
            "/console/..\\..\\db\\migration\\V1__inbox.sql",
            "/console//console.js/../../db/migration/V1__inbox.sql",
            "/api/../WEB-INF/classes/META-INF/persistence.xml",
            "/WEB-INF/web.xml",
            "/hooks/..%2fapi%2fevents");
    for (String path : paths) {
      String answer = raw("GET", path, anna.authorization(), "");
      assertThat(answer).as(path).doesNotStartWith("HTTP/1.1 5").doesNotContain("CREATE TABLE");
      assertThat(answer).as(path).doesNotContain("<web-app", "<persistence", "\"events\"");
    }
  }

  @Test
  @DisplayName("no line break gets into a header of an answer, and no markup into a page of ours")
  void headerInjection() {
    for (String hostile : List.of("%0d%0aX-Owned:%201", "%0aX-Owned:1", "%E5%98%8AX-Owned:1")) {
      for (String path :
          List.of(
              "/api/events/" + hostile,
              "/api/events?cursor=" + hostile,
              "/api/events?state=" + hostile,
              "/api/sources/" + hostile + "/pause",
              "/console/" + hostile,
              "/hooks/" + hostile)) {
        String answer = raw("GET", path, anna.authorization(), "");
        assertThat(answer).as(path).doesNotContainPattern("(?m)^X-Owned").doesNotContain(" 500 ");
      }
    }
    String answer =
        raw("GET", "/api/events?state=<script>alert(1)</script>", anna.authorization(), "");
    assertThat(answer).doesNotContain("<script>");
  }

  @Test
  @DisplayName("SQL in any place is a text that is not found")
  void sql() {
    List<Map<String, Object>> before = everything();
    for (String hostile :
        List.of(
            "'%20OR%20'1'='1",
            "';DROP%20TABLE%20webhook_jobs;--",
            "%27%29%3BDELETE%20FROM%20webhook_audit%3B--",
            "$$;SELECT%20pg_sleep(5)--")) {
      for (String name : EventFilter.NAMES) {
        HttpResponse<String> answer = vera.get("/api/events?" + name + "=" + hostile);
        assertThat(answer.statusCode()).as(name + "=" + hostile).isIn(200, 400);
        if (answer.statusCode() == 200) {
          assertThat(Api.document(answer).getJsonArray("events")).isEmpty();
        }
      }
      assertThat(anna.post("/api/routes/" + hostile + "/pause", "{\"reason\":\"r\"}").statusCode())
          .isEqualTo(404);
    }
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  @DisplayName(
      "another site's page can make no browser act: not by form, not by fetch, not by method")
  void crossSite() {
    List<Map<String, Object>> before = everything();
    List<String> paths =
        List.of(
            "/api/events/retry",
            "/api/sources/standard/pause",
            "/api/sources/standard/test",
            "/api/actions/decide",
            "/api/events/YQ/release");
    for (String path : paths) {
      for (Map<String, String> headers :
          List.of(
              Map.of("Content-Type", "application/json", "Sec-Fetch-Site", "cross-site"),
              Map.of("Content-Type", "application/json", "Sec-Fetch-Site", "same-site"),
              Map.of("Content-Type", "application/json", "Origin", "https://evil.example"),
              Map.of("Content-Type", "application/json", "Origin", "null"),
              Map.of("Content-Type", "text/plain"),
              Map.of("Content-Type", "application/x-www-form-urlencoded"))) {
        HttpRequest.Builder request =
            HttpRequest.newBuilder(server.baseUrl().resolve(path))
                .POST(BodyPublishers.ofString("{\"reason\":\"csrf\"}"));
        headers.forEach(request::setHeader);
        assertThat(anna.send(request).statusCode()).as(path + headers).isIn(403, 415);
      }
      assertThat(anna.get(path).statusCode()).as("by GET: " + path).isIn(400, 404, 405);
    }
    assertThat(everything()).isEqualTo(before);
  }

  /** Without a client that would mend the path. */
  private static String raw(String method, String path, String authorization, String body) {
    try (Socket socket = new Socket("localhost", server.port())) {
      socket.setSoTimeout(10_000);
      OutputStream out = socket.getOutputStream();
      String head = HEAD.formatted(method, path, authorization, body.length());
      out.write(
          (head.replaceFirst("\r\n\r\n$", "\r\nConnection: close\r\n\r\n") + body)
              .getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
