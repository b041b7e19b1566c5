package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationFileTest {

  @TempDir Path directory;

  @AfterEach
  void forget() {
    System.clearProperty(ConfigurationFile.KEY);
  }

  private ConfigurationFile written(byte[] content) throws IOException {
    Path file = Files.write(directory.resolve("inbox.properties"), content);
    System.setProperty(ConfigurationFile.KEY, file.toString());
    return new ConfigurationFile();
  }

  @Test
  @DisplayName("a file with a byte order mark and Windows line ends is read like any other")
  void markAndLineEnds() throws IOException {
    ConfigurationFile file =
        written(
            "\ufeffinbox.sources=a\r\ninbox.worker.batch=7\r\n"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(file.getPropertyNames())
        .containsExactlyInAnyOrder("inbox.sources", "inbox.worker.batch");
    assertThat(file.getValue("inbox.sources")).isEqualTo("a");
  }

  @Test
  @DisplayName("without the property there is nothing to read")
  void none() {
    assertThat(new ConfigurationFile().getProperties()).isEmpty();
  }

  @Test
  @DisplayName("a file that is missing or not UTF-8 stops the start with the mend")
  void unreadable() {
    System.setProperty(ConfigurationFile.KEY, directory.resolve("missing").toString());

    assertThatThrownBy(ConfigurationFile::new).hasMessageContaining("cannot start: inbox.config");
    assertThatThrownBy(() -> written(new byte[] {'a', '=', (byte) 0xff}))
        .hasMessageContaining("cannot start: inbox.config");
  }
}
