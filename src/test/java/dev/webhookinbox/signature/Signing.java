package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The senders' half, written without the model under test. */
public final class Signing {

  public static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  public static final String TIME = "1767225600";

  private Signing() {}

  public static byte[] hmac(String algorithm, byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("Hmac" + algorithm);
      mac.init(new SecretKeySpec(key, "any"));
      Arrays.stream(parts).forEach(mac::update);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Keys on the curve P-256. */
  public static KeyPair curveKeys() {
    return keys("EC");
  }

  public static KeyPair keys(String algorithm) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      if (algorithm.equals("EC")) {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  public static byte[] sign(String algorithm, PrivateKey key, byte[]... parts) {
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      for (byte[] part : parts) {
        signature.update(part);
      }
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  public static String hex(String secret, byte[]... parts) {
    return HexFormat.of().formatHex(hmac("SHA256", secret.getBytes(UTF_8), parts));
  }

  public static String base64(String secret, byte[]... parts) {
    return Base64.getEncoder().encodeToString(hmac("SHA256", secret.getBytes(UTF_8), parts));
  }

  public static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  public static Map<String, String> stripe(String secret, String time, byte[] body) {
    return Given.headers(
        "Stripe-Signature", "t=" + time + ",v1=" + hex(secret, utf8(time + "."), body));
  }

  public static Map<String, String> standard(String secret, String id, String time, byte[] body) {
    byte[] key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
    byte[] mac = hmac("SHA256", key, utf8(id + "." + time + "."), body);
    return Given.headers(
        "webhook-id", id,
        "webhook-timestamp", time,
        "webhook-signature", "v1," + Base64.getEncoder().encodeToString(mac));
  }

  /** The only event of a verified delivery. */
  public static VerifiedEvent event(Verdict verdict) {
    List<VerifiedEvent> events = events(verdict);
    if (events.size() != 1) {
      throw new AssertionError("not one event: " + events);
    }
    return events.get(0);
  }

  public static List<VerifiedEvent> events(Verdict verdict) {
    if (verdict instanceof Verdict.Verified verified) {
      return verified.events();
    }
    throw new AssertionError("not verified: " + verdict);
  }
}
