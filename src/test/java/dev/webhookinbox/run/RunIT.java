package dev.webhookinbox.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product as {@code mvn -Prun} starts it, seen from outside. */
class RunIT {

  @TempDir Path data;

  @Test
  void aNewcomersEventIsStoredAndHandledOnceAndStillKnownAfterARestart() throws Exception {
    try (Launched run = Launched.on(data, Map.of()).awaitReady()) {
      assertThat(run.lines()).filteredOn(line -> line.startsWith(Launched.READY)).hasSize(1);
      assertThat(run.text())
          .containsPattern("Console: http://localhost:\\d+/console/   user operator");
      assumeThat(List.of("bash", "curl", "openssl")).allMatch(RunIT::isInstalled);
      assertThat(shell(run.command())).contains("Inbox-Result: accepted");
      assertThat(shell(run.command())).contains("Inbox-Result: duplicate");
      Awaitility.await().until(() -> handlings(run) == 1);
      assertThat(shell(consoleLogin(run))).contains("200 OK", "Content-Security-Policy");
      run.terminate();
      run.awaitExit();
      run.awaitAllGone();

      try (Launched again = Launched.on(data, Map.of()).awaitReady()) {
        String sameEvent = again.command().replaceFirst("id=\\S+", firstId(run));
        assertThat(shell(sameEvent)).contains("Inbox-Result: duplicate");
        assertThat(handlings(again)).isZero();
      }
    }
  }

  @Test
  void leavesNothingBehindWhenItIsKilledAndKeepsOthersOutWhileItRuns() {
    try (Launched run = Launched.on(data, Map.of()).awaitReady()) {
      assertRefuses(Map.of(), "is in use by another mvn -Prun");
      run.kill9();
      run.awaitAllGone();
    }
  }

  @Test
  void endsWithPostgresWhenTheServerDiesAndStartsAgain() {
    try (Launched run = Launched.on(data, Map.of()).awaitReady()) {
      run.server().destroyForcibly();
      assertThat(run.awaitExit()).isNotZero();
      assertThat(run.text()).contains("The server (exit code 137) ended by itself");
      run.awaitAllGone();
    }
    try (Launched again = Launched.on(data, Map.of()).awaitReady()) {
      again.terminate();
      again.awaitExit();
      again.awaitAllGone();
    }
  }

  @Test
  void refusesAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertRefuses(Map.of("inbox.port", port), "Port " + port + " cannot be used");
    }
  }

  @Test
  void refusesTheDataOfAnotherPostgres() throws IOException {
    Files.createDirectories(data.resolve("postgres"));
    Files.writeString(data.resolve("postgres/PG_VERSION"), "15\n");
    assertRefuses(Map.of(), "is of PostgreSQL 15 and this is 18");
  }

  @Test
  void refusesDataThatCannotBeADirectory() throws IOException {
    Path file = Files.writeString(data.resolve("file"), "");
    assertRefuses(Map.of("inbox.data", file.toString()), "cannot be written");
  }

  @Test
  void refusesAConfigurationThatIsNotThere() {
    assertRefuses(Map.of("inbox.config", data + "/none"), "/none cannot be read");
  }

  @Test
  void refusesADatabaseThatIsNotThere() {
    assertRefuses(
        Map.of("inbox.db.url", "jdbc:postgresql://127.0.0.1:1/none"), "cannot be used as user");
  }

  @Test
  void refusesAConfigurationThatCannotWork() throws IOException {
    Path file = Files.writeString(data.resolve("bad.properties"), "inbox.sauces=demo\n");
    assertRefuses(Map.of("inbox.config", file.toString()), "; inbox.sauces is not known");
  }

  private void assertRefuses(Map<String, String> properties, String because) {
    try (Launched run = Launched.on(data, properties)) {
      assertThat(run.awaitExit()).isNotZero();
      List<String> told = run.lines().stream().filter(line -> !isInformation(line)).toList();
      assertThat(told).as("one line, and no trace").hasSize(1);
      assertThat(told.get(0)).contains(because);
    }
  }

  private static boolean isInformation(String line) {
    return line.contains(" INFO ");
  }

  /** With the password that it printed. */
  private static String consoleLogin(Launched run) {
    return run.lines().stream()
        .filter(line -> line.startsWith("Console: "))
        .map(line -> line.split("[ ,]+"))
        .map(words -> "curl -si -u '%s:%s' %s".formatted(words[3], words[5], words[1]))
        .findFirst()
        .orElseThrow();
  }

  private static long handlings(Launched run) {
    return run.lines().stream().filter(line -> line.contains("route=demo-log")).count();
  }

  private static String firstId(Launched run) {
    return run.command().substring(1, run.command().indexOf(' '));
  }

  private static boolean isInstalled(String command) {
    try {
      return new ProcessBuilder("sh", "-c", "command -v " + command).start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  private static String shell(String command) throws Exception {
    Process bash = new ProcessBuilder("bash", "-c", command).start();
    String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
    bash.waitFor(30, TimeUnit.SECONDS);
    return output;
  }
}
