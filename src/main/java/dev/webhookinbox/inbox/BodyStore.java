package dev.webhookinbox.inbox;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How bodies are written and read: as much of them as the source keeps, encrypted where there is a
 * key. Thread-safe.
 */
@ApplicationScoped
public class BodyStore implements ConfigurationSection {

  private Map<String, StoreRule> rules = Map.of();
  private BodyCipher cipher = new BodyCipher(new EncryptionKeys(Map.of(), null));

  /** What stands in the row. The key's name is empty where the bytes are not encrypted. */
  @SuppressWarnings("ArrayRecordComponent") // passed on once; a copy would cost its size
  record Row(byte[] bytes, String keyId, String kept, byte[] sha256) {}

  @Inject
  void configure(Settings settings) {
    rules = rules(settings);
    cipher = new BodyCipher(EncryptionKeys.read(settings));
  }

  @Override
  public void read(Settings settings) {
    rules(settings);
    EncryptionKeys.read(settings);
  }

  private static Map<String, StoreRule> rules(Settings settings) {
    Map<String, StoreRule> rules = new HashMap<>();
    for (Source source : Sources.read(settings).all()) {
      rules.put(source.name(), StoreRule.read(settings, source.name()));
    }
    return rules;
  }

  /** What is written of a body that this source received; the digest is that of all of it. */
  Row row(String source, byte[] body) {
    byte[] sha256 = Fingerprint.of(body);
    StoreRule.Stored stored = rules.getOrDefault(source, StoreRule.ALL).of(body);
    return new Row(cipher.seal(stored.bytes(), sha256), activeKey(), stored.kept(), sha256);
  }

  /** The name of the key for what is written now; empty if that is not encrypted. */
  String activeKey() {
    String active = cipher.keys().active();
    return active == null ? "" : active;
  }

  /**
   * The bytes of a row, as they were kept.
   *
   * @param keyId the key's name, null where they are not encrypted
   * @param sha256 of what was received
   * @throws BodyUnreadable while that key is missing, and if the row was altered
   */
  public byte[] open(byte[] bytes, @Nullable String keyId, byte[] sha256) throws BodyUnreadable {
    return cipher.open(bytes, keyId, sha256);
  }

  boolean hasKeys() {
    return !cipher.keys().byName().isEmpty();
  }

  /** The same bytes under the active key. */
  byte[] seal(byte[] plain, byte[] sha256) {
    return cipher.seal(plain, sha256);
  }
}
