package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The passwords that were right within the last minutes, as MACs under a key of this process, so
 * that not every call of a script derives its password again. One for each user. Thread-safe.
 */
final class KnownPasswords {

  private static final long KEPT = Duration.ofMinutes(5).toNanos();
  private static final String ALGORITHM = "HmacSHA256";

  private final LongSupplier nanoTime;
  private final SecretKeySpec key = new SecretKeySpec(random(), ALGORITHM);
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared as a record
  private record Known(Operator operator, byte[] mac, long since) {}

  KnownPasswords(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** The user whose password this was a moment ago. */
  Optional<Operator> find(Credentials credentials) {
    Known entry = known.get(credentials.user());
    return entry != null
            && nanoTime.getAsLong() - entry.since < KEPT
            && MessageDigest.isEqual(entry.mac, mac(credentials))
        ? Optional.of(entry.operator)
        : Optional.empty();
  }

  /** Only for users that exist: their number is the bound of this. */
  void add(Credentials credentials, Operator operator) {
    known.put(credentials.user(), new Known(operator, mac(credentials), nanoTime.getAsLong()));
  }

  private byte[] mac(Credentials credentials) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal((credentials.user() + ":" + credentials.password()).getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + ALGORITHM, e);
    }
  }

  private static byte[] random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
