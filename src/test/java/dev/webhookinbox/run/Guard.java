package dev.webhookinbox.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A shell that stops what was started when this JVM ends without having done so: even after {@code
 * kill -9}, the end of its input tells it.
 */
final class Guard {

  private static final String IN_A_SESSION_OF_ITS_OWN =
      "command -v setsid >/dev/null && exec setsid sh -c \"$0\"; exec sh -c \"$0\"";

  private final Writer input;

  private Guard(Writer input) {
    this.input = input;
  }

  static Guard start() {
    try (InputStream script = Objects.requireNonNull(Guard.class.getResourceAsStream("guard.sh"))) {
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      Process shell =
          new ProcessBuilder("sh", "-c", IN_A_SESSION_OF_ITS_OWN, text)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
      return new Guard(shell.outputWriter(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Told before PostgreSQL is started: it keeps its process id in its files by itself. */
  void watchPostgres(Path data) {
    tell("postgres " + data);
  }

  void watchServer(long pid) {
    tell("server " + pid);
  }

  private void tell(String line) {
    try {
      input.write(line + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
