package dev.webhookinbox.signature;

import java.nio.ByteBuffer;

/**
 * Texts that become part of a database key. 255 characters are at most 765 bytes of UTF-8, so that
 * provider, scope and id together stay below the 2,704 bytes that a btree entry may have.
 */
public final class KeyText {

  static final int MOST = 255;

  private KeyText() {}

  /** The text where a key column can hold it, else {@code sha256:<hex>} of it. Never cut. */
  public static String bounded(String text) {
    return text.length() <= MOST && text.codePoints().allMatch(KeyText::isStorable)
        ? text
        : "sha256:" + Digests.sha256Hex(units(text));
  }

  /** A lone surrogate is a code point of its own here, and no UTF-8 can carry it. */
  private static boolean isStorable(int codePoint) {
    return !Character.isISOControl(codePoint)
        && Character.getType(codePoint) != Character.SURROGATE;
  }

  /** UTF-16 units, because an encoder would make one question mark of every lone surrogate. */
  static byte[] units(String text) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * text.length());
    buffer.asCharBuffer().put(text);
    return buffer.array();
  }
}
