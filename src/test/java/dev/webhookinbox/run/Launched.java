package dev.webhookinbox.run;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.webhookinbox.fixture.FreePort;
import dev.webhookinbox.fixture.OutputLines;
import dev.webhookinbox.fixture.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The product, started in a JVM of its own with the properties that a user gives to Maven. */
final class Launched implements AutoCloseable {

  static final String READY = "Webhook Inbox ready";

  private final Process process;
  private final OutputLines output;
  private final Path data;
  private final List<ProcessHandle> started = new ArrayList<>();

  private Launched(Process process, Path data) {
    this.process = process;
    this.data = data;
    this.output = new OutputLines(process.getInputStream(), line -> {});
  }

  static Launched on(Path data, Map<String, String> properties) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(
        "-Dbasedir=" + System.getProperty("basedir", Path.of("").toAbsolutePath().toString()));
    command.add("-Dinbox.data=" + data);
    if (!properties.containsKey("inbox.port")) {
      command.add("-Dinbox.port=" + FreePort.next());
    }
    properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
    command.add(Run.class.getName());
    try {
      return new Launched(new ProcessBuilder(command).redirectErrorStream(true).start(), data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Launched awaitReady() {
    Awaitility.await("the line that says it is ready")
        .atMost(Duration.ofSeconds(90))
        .failFast("it ended: " + data, () -> !process.isAlive())
        .until(() -> lines().stream().anyMatch(line -> line.startsWith("Ctrl-C")));
    started.addAll(running());
    return this;
  }

  /** The launcher, what it started, and PostgreSQL, which is no child of it. */
  private List<ProcessHandle> running() {
    return Stream.of(
            Stream.of(process.toHandle()),
            process.descendants(),
            Postgres.processOn(data.resolve("postgres")).stream())
        .flatMap(it -> it)
        .toList();
  }

  List<String> lines() {
    return output.all();
  }

  String text() {
    return String.join("\n", lines());
  }

  /** The command that it printed, ready for a shell. */
  String command() {
    return lines().stream()
        .dropWhile(line -> !line.startsWith("(id="))
        .takeWhile(line -> !line.isBlank())
        .collect(Collectors.joining("\n"));
  }

  ProcessHandle server() {
    return process
        .children()
        .filter(it -> it.info().commandLine().orElse("").contains("payara-micro.jar"))
        .findFirst()
        .orElseThrow();
  }

  void terminate() {
    process.destroy();
  }

  void kill9() {
    process.destroyForcibly();
  }

  int awaitExit() {
    try {
      if (!process.waitFor(90, SECONDS)) {
        throw new IllegalStateException("it runs on:\n" + text());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    output.awaitEnd();
    return process.exitValue();
  }

  void awaitAllGone() {
    Awaitility.await("every process that was started is gone")
        .atMost(Duration.ofSeconds(60))
        .until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    Postgres.processOn(data.resolve("postgres")).ifPresent(ProcessHandle::destroyForcibly);
    awaitExit();
  }
}
