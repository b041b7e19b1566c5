package dev.webhookinbox.signature;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/** How bytes stand in a header or in the configuration. */
public enum Encoding {
  HEX {
    @Override
    byte[] bytes(String text) {
      return HexFormat.of().parseHex(text);
    }

    @Override
    String text(byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
  },
  /** With or without padding; nothing but the alphabet, no line breaks. */
  BASE64 {
    @Override
    byte[] bytes(String text) {
      return Base64.getDecoder().decode(text);
    }

    @Override
    String text(byte[] bytes) {
      return Base64.getEncoder().encodeToString(bytes);
    }
  },
  BASE64URL {
    @Override
    byte[] bytes(String text) {
      return Base64.getUrlDecoder().decode(text);
    }

    @Override
    String text(byte[] bytes) {
      return Base64.getUrlEncoder().encodeToString(bytes);
    }
  };

  /** The bytes; absent if the text is empty or not of this form. */
  public Optional<byte[]> decode(String text) {
    try {
      return Optional.of(bytes(text)).filter(bytes -> bytes.length > 0);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The bytes of a configured key. */
  byte[] require(String text) {
    return decode(text).orElseThrow(() -> new IllegalArgumentException("not " + this));
  }

  abstract byte[] bytes(String text);

  abstract String text(byte[] bytes);
}
