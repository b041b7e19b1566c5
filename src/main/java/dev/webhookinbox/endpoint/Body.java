package dev.webhookinbox.endpoint;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The bytes of a request, counted while they are read: never more than the limit is held. */
final class Body {

  private final InputStream in;
  private final long declared;

  /**
   * @param declaredLength the Content-Length, null if there is none
   */
  Body(InputStream in, @Nullable String declaredLength) {
    this.in = in;
    this.declared = declaredLength == null ? -1 : length(declaredLength);
  }

  /**
   * Reads all.
   *
   * @throws TooLarge once one byte more than the limit is declared or counted
   * @throws IOException if the sender stopped before the end
   */
  byte[] read(long limit) throws IOException, TooLarge {
    if (declared > limit) {
      throw new TooLarge();
    }
    byte[] bytes = in.readNBytes((int) limit + 1);
    if (bytes.length > limit) {
      throw new TooLarge();
    }
    if (declared >= 0 && bytes.length < declared) {
      throw new IOException("the body ended before its declared length");
    }
    return bytes;
  }

  private static long length(String text) {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** The body is over the source's limit. */
  static final class TooLarge extends Exception {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("body over the limit");
    }
  }
}
