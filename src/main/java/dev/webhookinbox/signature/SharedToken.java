package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.Key;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Optional;

/** A secret that the sender shows with every request: it proves the sender, nothing of the body. */
public record SharedToken(Field place, Secrets secrets) implements Verification {

  static final String KIND = "token";

  /** Whether a key was read by {@link KeyForm#token()}. */
  public static boolean isToken(Key key) {
    return key.getAlgorithm().equals(KIND);
  }

  /** Shows the newest secret where the request keeps a place for it. */
  public Optional<RawRequest> sign(Message unsigned, Instant now) {
    return secrets
        .newest(now)
        .map(key -> unsigned.request().proven(new String(key.getEncoded(), UTF_8)));
  }

  @Override
  public Optional<Verdict> objection(Message message, Instant now) {
    Optional<String> shown = place.in(message);
    if (shown.isEmpty()) {
      return Verification.rejected("token absent");
    }
    return matches(shown.get().getBytes(UTF_8), now)
        ? Optional.empty()
        : Verification.rejected("no token matches");
  }

  private boolean matches(byte[] shown, Instant now) {
    boolean found = false;
    for (Key key : secrets.active(now)) {
      found |= MessageDigest.isEqual(key.getEncoded(), shown);
    }
    return found;
  }
}
