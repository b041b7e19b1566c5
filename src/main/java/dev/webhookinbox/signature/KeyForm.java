package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import javax.crypto.spec.SecretKeySpec;

/**
 * How a provider writes down what it gives for checking. An {@link IllegalArgumentException} means
 * that the text is not of this form; its message never holds the text.
 */
@FunctionalInterface
public interface KeyForm {

  Key read(String secret);

  /** The characters themselves are the key. */
  static KeyForm text() {
    return secret -> shared(secret.getBytes(UTF_8));
  }

  /** A secret that is shown and not used for signing. */
  static KeyForm token() {
    return secret -> new SecretKeySpec(secret.getBytes(UTF_8), SharedToken.KIND);
  }

  static KeyForm encoded(Encoding encoding) {
    return secret -> shared(encoding.require(secret));
  }

  /** Standard Webhooks: base64, with or without {@code whsec_} before it. */
  static KeyForm whsec() {
    return secret ->
        shared(
            Encoding.BASE64.require(
                secret.startsWith("whsec_") ? secret.substring("whsec_".length()) : secret));
  }

  /** The 32 bytes of an Ed25519 public key. */
  static KeyForm ed25519(Encoding encoding) {
    return secret -> open("Ed25519", ed25519Header(), encoding.require(secret));
  }

  /** A public key in DER (SubjectPublicKeyInfo) under base64, with or without PEM lines. */
  static KeyForm publicKey(String algorithm) {
    return secret ->
        open(
            algorithm,
            new byte[0],
            Encoding.BASE64.require(secret.replaceAll("-----[A-Z ]+-----|\\s", "")));
  }

  /** RFC 8410's SubjectPublicKeyInfo up to the key's own 32 bytes. */
  private static byte[] ed25519Header() {
    return HexFormat.of().parseHex("302a300506032b6570032100");
  }

  private static Key shared(byte[] bytes) {
    return new SecretKeySpec(bytes, "HMAC");
  }

  private static PublicKey open(String algorithm, byte[] header, byte[] bytes) {
    byte[] spki = new byte[header.length + bytes.length];
    System.arraycopy(header, 0, spki, 0, header.length);
    System.arraycopy(bytes, 0, spki, header.length, bytes.length);
    try {
      return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(spki));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a public key for " + algorithm, e);
    }
  }
}
