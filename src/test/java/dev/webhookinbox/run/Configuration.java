package dev.webhookinbox.run;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** The configuration file, as far as the launcher must know it; the server checks the rest. */
record Configuration(Path file, Properties properties) {

  private static final int DEFAULT_CONCURRENCY = 16;

  static Configuration read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw new Refusal("%s is no properties file in UTF-8: correct it.".formatted(file), e);
    } catch (IOException e) {
      throw new Refusal(
          "%s cannot be read: give a properties file that this user can read with -Dinbox.config=FILE."
              .formatted(file),
          e);
    }
    return new Configuration(file, properties);
  }

  List<String> sources() {
    return Arrays.stream(properties.getProperty("inbox.sources", "").split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  String provider(String source) {
    return properties.getProperty("inbox.source." + source + ".provider", "no provider");
  }

  /** One connection for each handler that runs at once, and one to spare. */
  int workPool() {
    try {
      String text = properties.getProperty("inbox.worker.concurrency", "").strip();
      return Math.max(1, Integer.parseInt(text)) + 1;
    } catch (NumberFormatException e) {
      return DEFAULT_CONCURRENCY + 1;
    }
  }
}
