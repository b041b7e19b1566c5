package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyCipherTest {

  private static final String ONE = Base64.getEncoder().encodeToString(new byte[32]);
  private static final String TWO = Base64.getEncoder().encodeToString(Fingerprint.of(new byte[1]));
  private static final byte[] BODY = "a canary sings".getBytes(UTF_8);
  private static final byte[] SHA256 = Fingerprint.of(BODY);

  @TempDir Path directory;

  private final Map<String, String> keys = new HashMap<>();

  private Settings settings() {
    return new Settings(key -> Optional.ofNullable(keys.get(key)), keys.keySet());
  }

  private BodyCipher cipher() {
    Settings settings = settings();
    BodyCipher cipher = new BodyCipher(EncryptionKeys.read(settings));
    assertThat(settings.faults()).isEmpty();
    return cipher;
  }

  private BodyCipher cipher(String active) {
    keys.put("inbox.encryption.key.one", ONE);
    keys.put("inbox.encryption.key.two", TWO);
    keys.put("inbox.encryption.active", active);
    return cipher();
  }

  @Test
  @DisplayName("what is sealed holds nothing of the body, is never the same twice, and opens again")
  void seals() throws BodyUnreadable {
    BodyCipher cipher = cipher("one");
    byte[] sealed = cipher.seal(BODY, SHA256);

    assertThat(new String(sealed, UTF_8)).doesNotContain("canary");
    assertThat(sealed).hasSize(BODY.length + 28).isNotEqualTo(cipher.seal(BODY, SHA256));
    assertThat(cipher.open(sealed, "one", SHA256)).isEqualTo(BODY);
    assertThat(cipher.open(cipher.seal(new byte[0], SHA256), "one", SHA256)).isEmpty();
    assertThat(cipher("two").open(sealed, "one", SHA256)).as("after a rotation").isEqualTo(BODY);
  }

  @Test
  @DisplayName("a ciphertext that was altered, or moved to another delivery, does not open")
  void bound() {
    BodyCipher cipher = cipher("one");
    byte[] sealed = cipher.seal(BODY, SHA256);
    byte[] altered = sealed.clone();
    altered[20] ^= 1;

    assertThatThrownBy(() -> cipher.open(altered, "one", SHA256))
        .isInstanceOf(BodyUnreadable.class);
    assertThatThrownBy(() -> cipher.open(sealed, "one", Fingerprint.of(new byte[0])))
        .isInstanceOf(BodyUnreadable.class);
    assertThatThrownBy(() -> cipher.open(sealed, "two", SHA256))
        .isInstanceOf(BodyUnreadable.class)
        .hasMessageContaining("does not open with the key 'two'");
    assertThatThrownBy(() -> cipher.open(new byte[5], "one", SHA256))
        .isInstanceOf(BodyUnreadable.class);
    assertThatThrownBy(() -> cipher.open(sealed, "three", SHA256))
        .hasMessage("the payload is encrypted with the key 'three', which inbox.encryption lacks");
  }

  @Test
  @DisplayName("without a key, or with none as the active one, bytes are written as they are")
  void plain() {
    assertThat(cipher().seal(BODY, SHA256)).isSameAs(BODY);
    assertThat(cipher("none").seal(BODY, SHA256)).isSameAs(BODY);
  }

  @Test
  @DisplayName("a file has one key a line, and its first is the active one")
  void file() throws IOException {
    Path file = directory.resolve("keys");
    Files.writeString(file, "# newest first\nk2 " + TWO + "\n\nk1 " + ONE + "\n");
    keys.put("inbox.encryption.key-file", file.toString());
    EncryptionKeys read = EncryptionKeys.read(settings());

    assertThat(read.active()).isEqualTo("k2");
    assertThat(read.byName()).containsOnlyKeys("k2", "k1");
    assertThat(read.toString()).doesNotContain(ONE, TWO);
  }

  @ParameterizedTest
  @CsvSource({
    "inbox.encryption.key.one, AAAA, holds no AES-256 key",
    "inbox.encryption.key.one, not base64!, holds no AES-256 key",
    "inbox.encryption.key.none, AAAA, names a key in a way that is not usable",
    "inbox.encryption.active, lost, names no key that is given",
    "inbox.encryption.key-file, /nowhere/at/all, cannot be read",
    "inbox.encryption.key-file, /dev/null, holds no key",
  })
  @DisplayName("a key that cannot work stops the deployment, and is not shown")
  void faults(String key, String value, String fault) {
    keys.put(key, value);
    Settings settings = settings();
    EncryptionKeys.read(settings);
    assertThat(String.join("\n", settings.faults())).contains(key + " " + fault);
    assertThat(String.join("\n", settings.faults())).doesNotContain("AAAA", "not base64!");
  }

  @Test
  @DisplayName("of several keys one must be named as the active one")
  void active() {
    keys.put("inbox.encryption.key.one", ONE);
    keys.put("inbox.encryption.key.two", TWO);
    Settings settings = settings();
    EncryptionKeys.read(settings);
    assertThat(settings.faults().toString()).contains("inbox.encryption.active is not set");
  }
}
