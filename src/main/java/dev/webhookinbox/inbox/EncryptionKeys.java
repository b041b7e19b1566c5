package dev.webhookinbox.inbox;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The keys that bodies are encrypted with, by name.
 *
 * @param active the name of the one for what is written from now on; null if that is not encrypted
 */
record EncryptionKeys(Map<String, SecretKey> byName, @Nullable String active) {

  private static final String PREFIX = "inbox.encryption.";
  private static final String NONE = "none";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");
  private static final int BYTES = 32;

  static EncryptionKeys read(Settings settings) {
    Map<String, SecretKey> keys = new LinkedHashMap<>();
    settings.text(PREFIX + "key-file").ifPresent(file -> fromFile(settings, file, keys));
    for (String name : settings.below(PREFIX + "key.")) {
      String key = PREFIX + "key." + name;
      settings.text(key).ifPresent(value -> add(settings, key, name, value, keys));
    }
    return new EncryptionKeys(keys, active(settings, keys));
  }

  private static void fromFile(Settings settings, String file, Map<String, SecretKey> keys) {
    String key = PREFIX + "key-file";
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (!line.isBlank() && !line.startsWith("#")) {
          List<String> words = List.of(line.strip().split("\\s+", 2));
          add(settings, key, words.get(0), words.size() > 1 ? words.get(1) : "", keys);
        }
      }
      if (keys.isEmpty()) {
        settings.fault(key, "holds no key", "give one a line, its name and 32 bytes in Base64");
      }
    } catch (IOException | InvalidPathException e) {
      settings.fault(key, "cannot be read", "check that it exists and the server may read it");
    }
  }

  private static void add(
      Settings settings, String key, String name, String base64, Map<String, SecretKey> keys) {
    Optional<SecretKey> read = key(base64);
    if (!NAME.matcher(name).matches() || name.equals(NONE)) {
      settings.fault(
          key, "names a key in a way that is not usable", "use a-z, 0-9 and '-', and not 'none'");
    } else if (read.isEmpty()) {
      settings.fault(
          key, "holds no AES-256 key", "give 32 bytes in Base64, from: openssl rand -base64 32");
    } else if (keys.putIfAbsent(name, read.get()) != null) {
      settings.fault(key, "gives the key '" + name + "' twice", "give each key its own name");
    }
  }

  private static Optional<SecretKey> key(String base64) {
    try {
      return Optional.of(Base64.getDecoder().decode(base64))
          .filter(bytes -> bytes.length == BYTES)
          .map(bytes -> new SecretKeySpec(bytes, "AES"));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** By default the only one, or the first of the file: newest first, as for secrets. */
  private static @Nullable String active(Settings settings, Map<String, SecretKey> keys) {
    String key = PREFIX + "active";
    Optional<String> named = settings.text(key);
    if (named.isPresent()) {
      if (!keys.containsKey(named.get()) && !named.get().equals(NONE)) {
        settings.fault(key, "names no key that is given", "give one of the keys' names, or none");
      }
      return named.filter(keys::containsKey).orElse(null);
    }
    if (keys.size() > 1 && !settings.isSet(PREFIX + "key-file")) {
      settings.fault(key, "is not set", "say which of the keys encrypts what is written now");
    }
    return keys.isEmpty() ? null : keys.keySet().iterator().next();
  }

  /** No key. */
  @Override
  public String toString() {
    return "EncryptionKeys[" + byName.keySet() + ", active " + active + "]";
  }
}
