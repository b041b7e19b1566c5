package dev.webhookinbox.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests that every JDK has. */
public final class Digests {

  private Digests() {}

  public static MessageDigest sha256() {
    return named("SHA-256");
  }

  public static String sha256Hex(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  static MessageDigest named(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks " + algorithm, e);
    }
  }
}
