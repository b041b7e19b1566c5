package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.platform.Settings;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs what a route sends by Standard Webhooks v1 (HMAC-SHA256 over {@code id.timestamp.body}), so
 * that the target can tell that it comes from this inbox. The id is derived from the event's key:
 * the same for each attempt.
 */
final class OwnSignature {

  private static final String PREFIX = "whsec_";
  private static final int LEAST_BYTES = 16;

  private final SecretKeySpec key;

  private OwnSignature(byte[] secret) {
    this.key = new SecretKeySpec(secret, "HmacSHA256");
  }

  /** Reads the secret; absent if none is configured, or it cannot be used, which is a fault. */
  static Optional<OwnSignature> read(Settings settings, String settingsKey) {
    Optional<String> secret = settings.text(settingsKey);
    Optional<OwnSignature> signature =
        secret.filter(text -> text.startsWith(PREFIX)).flatMap(OwnSignature::decode);
    if (settings.isSet(settingsKey) && signature.isEmpty()) {
      settings.fault(
          settingsKey,
          "is not a Standard Webhooks secret",
          "give whsec_ and the base64 of 24 to 64 random bytes");
    }
    return signature;
  }

  private static Optional<OwnSignature> decode(String text) {
    try {
      byte[] secret = Base64.getDecoder().decode(text.substring(PREFIX.length()));
      return secret.length < LEAST_BYTES ? Optional.empty() : Optional.of(new OwnSignature(secret));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  Map<String, String> headers(Event event, Instant now) {
    String id = "msg_" + digest(event.key().toString()).substring(0, 32);
    String timestamp = Long.toString(now.getEpochSecond());
    return Map.of(
        "webhook-id", id,
        "webhook-timestamp", timestamp,
        "webhook-signature", "v1," + sign(id + "." + timestamp + ".", event.body()));
  }

  private String sign(String head, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update(head.getBytes(UTF_8));
      return Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HmacSHA256", e);
    }
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
