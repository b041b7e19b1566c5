package dev.webhookinbox.signature;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/** How a signature is made of the signed bytes and a key. */
public enum Algorithm {
  HMAC_SHA1("HmacSHA1"),
  HMAC_SHA256("HmacSHA256"),
  HMAC_SHA384("HmacSHA384"),
  HMAC_SHA512("HmacSHA512"),
  /** SHA-256 over the secret and then the signed bytes: older than HMAC, and open to extension. */
  SECRET_THEN_SHA256("SHA-256"),
  ED25519("Ed25519"),
  /** The signature in DER, as OpenSSL and the JDK write it. */
  ECDSA_SHA256("SHA256withECDSA"),
  /** The signature as two numbers of equal length, as JWTs have it. */
  ECDSA_SHA256_PLAIN("SHA256withECDSAinP1363Format"),
  RSA_SHA1("SHA1withRSA"),
  RSA_SHA256("SHA256withRSA");

  private final String jdkName;

  Algorithm(String jdkName) {
    this.jdkName = jdkName;
  }

  /** Whether a key is of the kind that this algorithm takes. */
  boolean takes(Key key) {
    return switch (this) {
      case HMAC_SHA1, HMAC_SHA256, HMAC_SHA384, HMAC_SHA512, SECRET_THEN_SHA256 ->
          key instanceof SecretKey;
      case ED25519 -> key instanceof PublicKey && key.getAlgorithm().startsWith("Ed");
      case ECDSA_SHA256, ECDSA_SHA256_PLAIN ->
          key instanceof PublicKey && key.getAlgorithm().equals("EC");
      case RSA_SHA1, RSA_SHA256 -> key instanceof PublicKey && key.getAlgorithm().equals("RSA");
    };
  }

  /** Whether the key makes signatures of this kind, and does not only check them. */
  private boolean signsWith(Key key) {
    return jdkName.startsWith("Hmac") && takes(key);
  }

  /** The parts' signature by the newest secret that makes one; absent where none does. */
  Optional<byte[]> signature(List<byte[]> parts, Secrets secrets, Instant now) {
    return secrets.active(now).stream()
        .filter(this::signsWith)
        .findFirst()
        .map(key -> mac(key, parts));
  }

  /** Whether one of the candidates is the signature of the parts, one after the other. */
  public boolean verifies(Key key, List<byte[]> parts, List<byte[]> candidates) {
    try {
      return takes(key)
          && (key instanceof PublicKey open
              ? verifiesAny(open, parts, candidates)
              : equalsAny(expected(key, parts), candidates));
    } catch (GeneralSecurityException e) {
      return false; // a signature of the wrong length, or numbers that are no signature
    }
  }

  private boolean verifiesAny(PublicKey key, List<byte[]> parts, List<byte[]> candidates)
      throws GeneralSecurityException {
    for (byte[] candidate : candidates) {
      if (verifiesOne(key, parts, candidate)) {
        return true;
      }
    }
    return false;
  }

  private boolean verifiesOne(PublicKey key, List<byte[]> parts, byte[] candidate)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(jdkName);
    signature.initVerify(key);
    for (byte[] part : parts) {
      signature.update(part);
    }
    try {
      return signature.verify(candidate);
    } catch (GeneralSecurityException | RuntimeException e) {
      return false; // the JDK's parsers throw on malformed signatures, some of them unchecked
    }
  }

  /** Looks at every candidate, each in constant time. */
  private static boolean equalsAny(byte[] expected, List<byte[]> candidates) {
    boolean found = false;
    for (byte[] candidate : candidates) {
      found |= MessageDigest.isEqual(expected, candidate);
    }
    return found;
  }

  private byte[] expected(Key key, List<byte[]> parts) throws GeneralSecurityException {
    if (this == SECRET_THEN_SHA256) {
      MessageDigest digest = MessageDigest.getInstance(jdkName);
      digest.update(key.getEncoded());
      parts.forEach(digest::update);
      return digest.digest();
    }
    return mac(key, parts);
  }

  /** The MAC of the parts: for answers that a provider wants signed with the secret. */
  public byte[] mac(Key key, List<byte[]> parts) {
    try {
      Mac mac = Mac.getInstance(jdkName);
      mac.init(key);
      parts.forEach(mac::update);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + jdkName, e);
    }
  }
}
