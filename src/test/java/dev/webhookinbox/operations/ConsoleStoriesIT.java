package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Browser;
import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do in the console, on a server that works, in a Chromium, where one is. */
class ConsoleStoriesIT {

  private static final Path PICTURES = Path.of("target/console");
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** What a person must have said, so that the refusal of a request is no fault of the page. */
  private static final List<String> EXPECTED = List.of("status of 400", "status of 403");

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Database database;
  private static Target target;
  private static Server server;

  @BeforeAll
  static void start() {
    postgres = Postgres.start(directory.resolve("pg"));
    database = postgres.freshDatabase();
    target = Target.start();
    server =
        Api.users(Server.on(database))
            .with(Sources.settingsTo(target.url("/in")))
            .with("inbox.route.to-standard.circuit", "0")
            .with("inbox.retry.max-attempts", "1")
            .with("inbox.worker.poll", "PT0.2S")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    target.close();
    postgres.close();
  }

  @BeforeEach
  void empty() {
    target.answering(Answer.status(204));
    database.update("DELETE FROM webhook_jobs");
    database.update("DELETE FROM webhook_audit");
    database.update("DELETE FROM webhook_actions");
    database.update("DELETE FROM webhook_pauses");
  }

  private static Browser browser(String user, String password) {
    Optional<Path> program = Browser.installed();
    Assumptions.assumeTrue(program.isPresent(), "skipped: no Chromium is installed here");
    Browser browser = Browser.start(program.get());
    browser.login(user, password);
    browser.looks(1400, false);
    return browser;
  }

  private static void open(Browser browser, String query) {
    browser.open(server.baseUrl().resolve("/console/" + query));
  }

  private static int deliver(String id) {
    return Hooks.of(server)
        .send("standard", Sources.STANDARD.sign(id, "{\"type\":\"order.paid\"}"))
        .statusCode();
  }

  private static long jobs(String state) {
    return database.count("SELECT count(*) FROM webhook_jobs WHERE state = ?", state);
  }

  private static void outage(int events) {
    target.answering(Answer.status(503).body("shipping is down"));
    for (int n = 0; n < events; n++) {
      deliver("evt_" + n);
    }
    await().atMost(PATIENCE).until(() -> jobs("failed") == events);
  }

  private static void uncertain() {
    deliver("evt_charge");
    await().atMost(PATIENCE).until(() -> jobs("done") == 1);
    database.update(
        "UPDATE webhook_jobs SET state = 'failed', outcome = 'needs-decision',"
            + " last_error = 'nobody knows whether charge order-7 took place'");
    database.update(
        "INSERT INTO webhook_actions (provider, account_scope, operation, business_key, event_id,"
            + " holder_event_id, holder_token, state, reason)"
            + " VALUES ('standard-webhooks', 'standard', 'charge', 'order-7', 'evt_charge',"
            + " 'evt_charge', 1, 'undecided', 'the connection broke after the request was sent')");
  }

  private static List<String> faults(Browser browser) {
    return browser.complaints().stream()
        .filter(it -> EXPECTED.stream().noneMatch(it::contains))
        .toList();
  }

  @Test
  @DisplayName("40 failed after an outage: found, read why, counted, all retried, all done")
  void afterAnOutage() {
    outage(40);
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      open(browser, "");
      browser.awaitText("By source");
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  browser
                      .value(
                          "document.querySelector('a[href*=\"standard\"][href*=\"failed\"]')?.textContent")
                      .equals("40"));
      browser.value(
          "document.querySelector('a[href*=\"standard\"][href*=\"state=failed\"]').click()");
      browser.awaitText("answered 503");
      browser.value("document.querySelector('a[href*=\"view=event&\"]').click()");
      browser.awaitText("Failed attempts");
      browser.awaitText("shipping is down");
      browser.value("history.back()");
      browser.press("main", "Dry run");
      browser.awaitText("40 events would be retried");
      browser.press("main", "Retry all");
      browser.awaitText("reason is missing");
      target.answering(Answer.status(204));
      browser.type("main", "Why all", "shipping is back");
      browser.press("main", "Retry all");
      browser.awaitText("40 events are retried");

      await().atMost(PATIENCE).until(() -> jobs("done") == 40);
      browser.awaitText("Nothing found.");
      open(browser, "?view=audit");
      browser.awaitText("shipping is back");
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("P9: a person says that an uncertain action happened; what waited for it runs again")
  void decision() {
    uncertain();
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      open(browser, "?view=decisions");
      browser.awaitText("the connection broke after the request was sent");
      browser.type("section", "What the other system gave", "ch_77");
      browser.type("section", "Reason", "it is in the shop's list");
      browser.press("section", "It happened");
      browser.awaitText("Nothing needs a decision.");

      assertThat(
              database.count(
                  "SELECT count(*) FROM webhook_actions WHERE state = 'done' AND result = 'ch_77'"
                      + " AND decided_by = 'anna'"))
          .isOne();
      assertThat(
              database.count(
                  "SELECT count(*) FROM webhook_audit WHERE action = 'decide-happened'"
                      + " AND operator = 'anna' AND reason = 'it is in the shop''s list'"))
          .isOne();
      await().atMost(PATIENCE).until(() -> jobs("done") == 1);
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("a route is paused: its event waits; it is resumed: the event runs")
  void pauseOfARoute() {
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      open(browser, "?view=routes");
      browser.type("section[aria-label=to-standard]", "Reason", "shipping moves house");
      browser.press("section[aria-label=to-standard]", "Pause");
      browser.awaitText("to-standard is paused.");
      deliver("evt_waits");
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  database.count(
                          "SELECT count(*) FROM webhook_jobs WHERE waits_for = 'route:to-standard'")
                      == 1);
      open(browser, "?view=routes");
      browser.awaitText("by anna: shipping moves house");
      browser.type("section[aria-label=to-standard]", "Reason", "done");
      browser.press("section[aria-label=to-standard]", "Resume");
      browser.awaitText("to-standard is resumed.");

      await().atMost(PATIENCE).until(() -> jobs("done") == 1);
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("a source is paused: deliveries are answered 503, to be sent again")
  void pauseOfASource() {
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      open(browser, "?view=sources");
      browser.type("section[aria-label=standard]", "Reason", "a wrong secret");
      browser.press("section[aria-label=standard]", "Pause");
      browser.awaitText("standard is paused.");
      assertThat(deliver("evt_refused")).isEqualTo(503);
      browser.type("section[aria-label=standard]", "Reason", "mended");
      browser.press("section[aria-label=standard]", "Resume");
      browser.awaitText("standard is resumed.");
      assertThat(deliver("evt_refused")).isEqualTo(200);
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("a test event goes all the way, and is known as a test where it arrives")
  void testEvent() {
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      open(browser, "?view=sources");
      browser.type("section[aria-label=standard]", "Reason", "is the route right?");
      browser.press("section[aria-label=standard]", "Send test event");
      browser.awaitText("accepted (200)");
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  target.requests().stream()
                      .anyMatch(it -> new String(it.body(), UTF_8).contains("inbox-test-")));
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("a wrong password opens nothing")
  void wrongPassword() {
    try (Browser browser = browser("anna", "guessed")) {
      open(browser, "");
      await().atMost(PATIENCE).until(() -> !browser.value("document.readyState").isEmpty());
      assertThat(browser.value("document.querySelector('nav') === null")).isEqualTo("true");
      assertThat(Api.as(server, "anna").with("Basic YW5uYTpndWVzc2Vk").get("/console/").body())
          .contains("Give a user's name")
          .doesNotContain("<html");
    }
  }

  @Test
  @DisplayName("a viewer reads everything but payloads, and is told that he may not act")
  void viewer() {
    outage(1);
    try (Browser browser = browser("vera", Api.PASSWORD)) {
      open(browser, "?view=sources");
      browser.type("section[aria-label=standard]", "Reason", "I try");
      browser.press("section[aria-label=standard]", "Pause");
      browser.awaitText("This takes the role operator");
      assertThat(database.count("SELECT count(*) FROM webhook_pauses")).isZero();
      open(browser, "?view=events&state=failed");
      browser.awaitText("evt_0");
      browser.value("document.querySelector('a[href*=\"view=event&\"]').click()");
      browser.awaitText("Failed attempts");
      assertThat(browser.value("document.body.innerText")).doesNotContain("shipping is down");
      browser.press("main", "Show as text");
      browser.awaitText("Payloads take the role operator");
      assertThat(faults(browser)).isEmpty();
    }
  }

  @Test
  @DisplayName("what changes is shown without a reload, and what is typed stays")
  void live() {
    try (Browser browser = browser("vera", Api.PASSWORD)) {
      open(browser, "?view=events");
      browser.awaitText("Nothing found.");
      deliver("evt_live");
      browser.awaitText("evt_live");
      browser.type("main", "account", "half a wo");
      deliver("evt_later");
      await()
          .during(Duration.ofSeconds(7))
          .atMost(PATIENCE)
          .until(
              () ->
                  browser
                      .value("document.getElementById('filter-account').value")
                      .equals("half a wo"));
    }
  }

  @Test
  @DisplayName(
      "axe finds nothing serious on any view, light and dark, and nothing scrolls sideways")
  void accessible() {
    outage(3);
    Hooks.of(server)
        .send("github", Sources.GITHUB.sign("gh-1", "{}").with("X-Hub-Signature-256", "sha256=00"));
    deliver("evt_done");
    uncertainBesides();
    String event = "?view=event&ref=" + ref("evt_0");
    List<String> views =
        List.of(
            "?view=overview",
            "?view=events",
            "?view=events&state=failed",
            event,
            "?view=decisions",
            "?view=sources",
            "?view=routes",
            "?view=audit");
    List<String> found = new ArrayList<>();
    try (Browser browser = browser("anna", Api.PASSWORD)) {
      for (int width : List.of(400, 1400)) {
        for (boolean dark : List.of(false, true)) {
          browser.looks(width, dark);
          for (String view : views) {
            found.addAll(judged(browser, view, width, dark));
          }
        }
      }
      browser.looks(2000, false);
      found.addAll(judged(browser, "?view=overview", 2000, false));
      assertThat(found).isEmpty();
      assertThat(faults(browser)).isEmpty();
    }
  }

  private static void uncertainBesides() {
    database.update(
        "INSERT INTO webhook_actions (provider, account_scope, operation, business_key, event_id,"
            + " holder_event_id, holder_token, state, reason)"
            + " VALUES ('standard-webhooks', 'standard', 'charge', 'order-8', 'evt_0', 'evt_0', 1,"
            + " 'undecided', 'the connection broke')");
    database.update(
        "INSERT INTO webhook_pauses (subject, paused_by, reason)"
            + " VALUES ('route:to-raw', 'anna', 'moves house'), ('source:raw', 'anna', 'as well')");
  }

  private static String ref(String id) {
    return Api.as(server, "vera")
        .json("/api/events?id=" + id)
        .getJsonArray("events")
        .getJsonObject(0)
        .getString("ref");
  }

  private static List<String> judged(Browser browser, String view, int width, boolean dark) {
    browser.open(URI.create("about:blank"));
    open(browser, view);
    await()
        .atMost(PATIENCE)
        .until(() -> browser.value("document.querySelector('main h1') !== null").equals("true"));
    String name = view.replaceAll(".*view=([a-z]+)(?:&state=([a-z]+))?.*", "$1$2");
    browser.screenshot(PICTURES.resolve(name + "-" + width + (dark ? "-dark" : "") + ".png"));
    List<String> found = new ArrayList<>();
    if (!browser.value("document.documentElement.scrollWidth <= innerWidth").equals("true")) {
      found.add(view + " scrolls sideways at " + width);
    }
    if (width == 400 && dark) {
      return found; // the colours are judged at another width, the layout in the light
    }
    browser.run(axe());
    String serious =
        browser.value(
            "(await axe.run()).violations.filter(it => ['serious', 'critical'].includes(it.impact))"
                + ".map(it => it.id + ' ' + it.nodes.slice(0, 3).map(node => node.html).join(' '))"
                + ".join('; ')");
    if (!serious.isEmpty()) {
      found.add(view + " at " + width + (dark ? ", dark: " : ": ") + serious);
    }
    return found;
  }

  private static String axe() {
    try (InputStream script =
        Objects.requireNonNull(ConsoleStoriesIT.class.getResourceAsStream("/axe.min.js"))) {
      return new String(script.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
