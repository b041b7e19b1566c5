package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.VerifiedEvent;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SHA-256 of what was signed, to know it again under another id. */
final class Fingerprint {

  static byte[] of(byte[] body) {
    return digest().digest(body);
  }

  /**
   * One for each event of a delivery, as hex: of what was signed, which mostly is the body, and of
   * the place in it where there are several. Null where the id is signed, or equal bytes are
   * legitimate: nothing to watch for.
   */
  static @Nullable String[] prints(Delivery delivery) {
    List<VerifiedEvent> events = delivery.events();
    byte[] signed = delivery.proof() == null ? delivery.body() : delivery.proof().getBytes(UTF_8);
    @Nullable String[] prints = new String[events.size()];
    for (int place = 0; place < prints.length; place++) {
      prints[place] =
          delivery.watchesReplays() && !events.get(place).idSigned() ? print(signed, place) : null;
    }
    return prints;
  }

  private static String print(byte[] signed, int place) {
    MessageDigest digest = digest();
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, place));
    return HexFormat.of().formatHex(digest.digest(signed));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private Fingerprint() {}
}
