package dev.webhookinbox.signature;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * What a stranger appends to a message, to go on from its SHA-256 without knowing its beginning.
 */
final class LengthExtension {

  private static final int BLOCK = 64;

  private LengthExtension() {}

  /** SHA-256's own padding for a secret of this length and the known text. */
  static byte[] padding(int secretLength, byte[] known) {
    int length = secretLength + known.length;
    int zeros = Math.floorMod(BLOCK - 9 - length, BLOCK);
    return ByteBuffer.allocate(1 + zeros + Long.BYTES)
        .put((byte) 0x80)
        .position(1 + zeros)
        .putLong(8L * length)
        .array();
  }

  static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
