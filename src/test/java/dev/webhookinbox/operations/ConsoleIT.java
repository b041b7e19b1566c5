package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Browser;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console: its files as a stranger meets them, and its pages in a Chromium, where one is. */
class ConsoleIT {

  private static final String MARKUP = "<img src=x onerror=document.title='owned'>";
  private static final Path PICTURES = Path.of("target/console");

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Server server;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    server =
        Api.users(Server.on(database))
            .with(Sources.settings())
            .with("inbox.worker.enabled", "false")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  @BeforeEach
  void empty() {
    database.update("DELETE FROM webhook_jobs");
    database.update("DELETE FROM webhook_audit");
  }

  private static Browser browser(String user) {
    Optional<Path> program = Browser.installed();
    Assumptions.assumeTrue(program.isPresent(), "skipped: no Chromium is installed here");
    Browser browser = Browser.start(program.get());
    browser.login(user, Api.PASSWORD);
    return browser;
  }

  private static void failed(int events) {
    for (int n = 0; n < events; n++) {
      Hooks.of(server)
          .send("standard", Sources.STANDARD.sign("evt_" + n, "{\"type\":\"" + MARKUP + "\"}"));
    }
    database.update(
        "UPDATE webhook_jobs SET state = 'failed', outcome = 'exhausted', attempts = 25,"
            + " finished_at = now(), last_error = ?",
        "shipping answered 503 " + MARKUP);
  }

  @Test
  @DisplayName("nothing under /console is open without a user, and every file has a strict policy")
  void closed() {
    Api anna = Api.as(server, "anna");
    for (String path : List.of("/console/", "/console", "/console/console.js", "/console/none")) {
      assertThat(anna.with("").get(path).statusCode()).as(path).isEqualTo(401);
    }
    assertThat(anna.with("Basic eDp5").get("/console/").statusCode()).isEqualTo(401);
    for (String file :
        List.of(
            "",
            "console.js",
            "views.js",
            "overview.js",
            "event.js",
            "page.js",
            "console.css",
            "icon.svg")) {
      HttpResponse<String> response = anna.get("/console/" + file);
      assertThat(response.statusCode()).as(file).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Security-Policy").orElse(""))
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe");
      assertThat(response.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    }
    assertThat(anna.get("/console/../WEB-INF/web.xml").statusCode()).isNotEqualTo(200);
    assertThat(anna.get("/console/%2e%2e/db/migration/V1__inbox.sql").statusCode())
        .isNotEqualTo(200);
  }

  @Test
  @DisplayName("markup in a type, an error and a payload is shown as the text that it is")
  void markup() {
    failed(1);
    String ref =
        Api.as(server, "anna")
            .json("/api/events")
            .getJsonArray("events")
            .getJsonObject(0)
            .getString("ref");
    try (Browser browser = browser("anna")) {
      for (int width : List.of(400, 1400)) {
        for (boolean dark : List.of(false, true)) {
          browser.looks(width, dark);
          browser.open(server.baseUrl().resolve("/console/?view=event&ref=" + ref));
          browser.awaitText("Timeline");
          browser.press("main", "Show as text");
          browser.awaitText("{\"type\":\"" + MARKUP);
          browser.screenshot(PICTURES.resolve("event-" + width + (dark ? "-dark" : "") + ".png"));
          assertThat(browser.value("document.documentElement.scrollWidth <= innerWidth"))
              .as("no sideways scrolling at " + width)
              .isEqualTo("true");
        }
      }
      assertThat(browser.value("document.images.length")).isEqualTo("0");
      assertThat(browser.value("document.title")).startsWith("evt_0");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  @DisplayName("a viewer is told that he may not act")
  void viewer() {
    failed(1);
    try (Browser browser = browser("vera")) {
      browser.looks(400, true);
      browser.open(server.baseUrl().resolve("/console/?view=events&state=failed"));
      browser.awaitText("evt_0");
      browser.screenshot(PICTURES.resolve("events-400-dark.png"));
      browser.type("main", "Why all", "I try");
      browser.press("main", "Retry all");
      browser.awaitText("This takes the role operator");
      assertThat(database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'failed'"))
          .isOne();
    }
  }
}
