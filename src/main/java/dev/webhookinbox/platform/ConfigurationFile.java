package dev.webhookinbox.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * The properties file that {@code inbox.config} names, a system property, or {@code INBOX_CONFIG}
 * in the environment. It stands above the defaults and below both the environment and the system
 * properties. Public because {@link java.util.ServiceLoader} makes it.
 */
public class ConfigurationFile implements ConfigSource {

  static final String KEY = "inbox.config";

  private static final int ORDINAL = 200;

  private final Map<String, String> values = read();

  @Override
  public Map<String, String> getProperties() {
    return values;
  }

  @Override
  public Set<String> getPropertyNames() {
    return values.keySet();
  }

  @Override
  public @Nullable String getValue(String name) {
    return values.get(name);
  }

  @Override
  public String getName() {
    return KEY;
  }

  @Override
  public int getOrdinal() {
    return ORDINAL;
  }

  private static Map<String, String> read() {
    Map<String, String> values = new HashMap<>();
    Optional.ofNullable(System.getProperty(KEY, System.getenv("INBOX_CONFIG")))
        .filter(name -> !name.isBlank())
        .map(Path::of)
        .ifPresent(
            file -> load(file).forEach((key, value) -> values.put((String) key, (String) value)));
    return Map.copyOf(values);
  }

  private static Properties load(Path file) {
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      skipMark(reader);
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "Webhook Inbox cannot start: "
              + KEY
              + " names a file that cannot be read as properties: check that it exists, that the"
              + " server may read it and that it is UTF-8",
          e);
    }
    return properties;
  }

  /**
   * Some editors begin a file with a byte order mark, which would become a part of the first key.
   */
  private static void skipMark(BufferedReader reader) throws IOException {
    reader.mark(1);
    if (reader.read() != '\ufeff') {
      reader.reset();
    }
  }
}
