package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.DeclaredScheme;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verification;
import java.security.Key;
import java.time.Duration;
import java.util.List;

/**
 * {@code id.timestamp.body}, as Standard Webhooks and its kin sign it: the header's signatures
 * carry a version, and each version is only good for its own kind of key.
 */
final class StandardSignature {

  private static final String OPEN_KEY = "whpk_";

  private StandardSignature() {}

  /** Test events with headers that start with {@code prefix}, and the type under a name. */
  static DeclaredScheme.Sampling sampling(String prefix, String type) {
    return (event, now) ->
        event
            .json("{'" + type + "':'{type}','test':'{id}'}", now)
            .with(prefix + "id", event.id())
            .with(prefix + "timestamp", TimeForm.SECONDS.text(now));
  }

  static DeclaredScheme.Signing signing(String prefix, Secrets secrets) {
    return signed(Algorithm.HMAC_SHA256, "v1", prefix, secrets)::sign;
  }

  static Verification of(String prefix, Secrets secrets, Duration tolerance) {
    SignedTime time =
        new SignedTime(Field.header(prefix + "timestamp"), TimeForm.SECONDS, tolerance);
    return withoutDots(
        prefix + "id",
        Verification.anyOf(
            List.of(
                signed(Algorithm.HMAC_SHA256, "v1", prefix, secrets).at(time),
                signed(Algorithm.ED25519, "v1a", prefix, secrets).at(time))));
  }

  private static SignedParts signed(
      Algorithm algorithm, String version, String prefix, Secrets secrets) {
    return SignedParts.base64(
        algorithm,
        HeaderPart.versions(prefix + "signature", version),
        secrets,
        Part.header(prefix + "id"),
        Part.text("."),
        Part.header(prefix + "timestamp"),
        Part.text("."),
        Part.body());
  }

  /**
   * The specification forbids dots in the id. With one, bytes could move from the body to the id
   * under the same signature: {@code a} and {@code 1.2.x} read as {@code a.1} and {@code 2.x}.
   */
  private static Verification withoutDots(String idHeader, Verification signature) {
    return (message, now) ->
        message.request().headers().only(idHeader).filter(id -> id.contains(".")).isPresent()
            ? Verification.rejected("the id holds a dot")
            : signature.objection(message, now);
  }

  static Key key(String secret) {
    return secret.startsWith(OPEN_KEY)
        ? KeyForm.ed25519(Encoding.BASE64).read(secret.substring(OPEN_KEY.length()))
        : KeyForm.whsec().read(secret);
  }
}
