package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;

/**
 * AES-256-GCM: a random nonce of 96 bits, the ciphertext and a tag of 128 bits in one. The digest
 * of what was received and the key's name are associated data: a ciphertext that was moved to
 * another delivery's row does not open there. Thread-safe.
 *
 * @param keys to open with; its active one to seal with
 */
record BodyCipher(EncryptionKeys keys) {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String ALGORITHM = "AES/GCM/NoPadding";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;

  /** Under the active key; the bytes themselves if there is none. */
  byte[] seal(byte[] plain, byte[] sha256) {
    String name = keys.active();
    SecretKey key = name == null ? null : keys.byName().get(name);
    if (name == null || key == null) {
      return plain;
    }
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce, name, sha256);
      byte[] sealed = Arrays.copyOf(nonce, NONCE + cipher.getOutputSize(plain.length));
      cipher.doFinal(plain, 0, plain.length, sealed, NONCE);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES-GCM", e);
    }
  }

  /**
   * @param name the key's; null if the bytes are not encrypted
   */
  byte[] open(byte[] sealed, @Nullable String name, byte[] sha256) throws BodyUnreadable {
    if (name == null) {
      return sealed;
    }
    SecretKey key = keys.byName().get(name);
    if (key == null) {
      throw new BodyUnreadable(
          "the payload is encrypted with the key '" + name + "', which inbox.encryption lacks");
    }
    try {
      byte[] nonce = Arrays.copyOf(sealed, NONCE);
      return cipher(Cipher.DECRYPT_MODE, key, nonce, name, sha256)
          .doFinal(sealed, NONCE, sealed.length - NONCE);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new BodyUnreadable(
          "the payload does not open with the key '"
              + name
              + "': another key has that name now, or the row was altered");
    }
  }

  private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String name, byte[] sha256)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(ALGORITHM);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(("webhook-inbox 1 " + name + " ").getBytes(US_ASCII));
    cipher.updateAAD(sha256);
    return cipher;
  }
}
