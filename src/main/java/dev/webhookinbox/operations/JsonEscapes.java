package dev.webhookinbox.operations;

import java.util.HexFormat;
import java.util.function.IntPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How characters stand in the strings of a JSON document. */
enum JsonEscapes {
  AS_IS(""),
  PLAIN("with plain characters instead of \\uXXXX") {
    @Override
    String apply(String string) {
      return plain(string);
    }
  },
  LOWER("with \\uXXXX in lower case for what is not ASCII") {
    @Override
    String apply(String string) {
      return escaped(plain(string), JsonEscapes::isNotAscii, HexFormat.of());
    }
  },
  UPPER("with \\uXXXX in upper case for what is not ASCII") {
    @Override
    String apply(String string) {
      return escaped(plain(string), JsonEscapes::isNotAscii, HexFormat.of().withUpperCase());
    }
  },
  /** As Go writes it by default. */
  MARKUP("with \\uXXXX for < > and &") {
    @Override
    String apply(String string) {
      return escaped(plain(string), JsonEscapes::isMarkup, HexFormat.of());
    }
  };

  /** A pair of surrogates, another character, or a backslash with what it escapes. */
  private static final Pattern ESCAPE =
      Pattern.compile(
          "\\\\(?:u([dD][89ABab][0-9A-Fa-f]{2})\\\\u([dD][C-Fc-f][0-9A-Fa-f]{2})"
              + "|u([0-9A-Fa-f]{4})|.)",
          Pattern.DOTALL);

  private final String change;

  JsonEscapes(String change) {
    this.change = change;
  }

  String change() {
    return change;
  }

  /** A string without its quotes, with its characters written so. */
  String apply(String string) {
    return string;
  }

  private static String plain(String string) {
    return string.indexOf('\\') < 0
        ? string
        : ESCAPE.matcher(string).replaceAll(JsonEscapes::plain);
  }

  /** As a replacement: literal, whatever the character is. */
  private static String plain(MatchResult escape) {
    if (escape.group(1) != null) {
      return decoded(escape.group(1)) + decoded(escape.group(2));
    }
    String character = escape.group(3) == null ? "\\" : decoded(escape.group(3));
    return Matcher.quoteReplacement(mustStay(character.charAt(0)) ? escape.group() : character);
  }

  private static String decoded(String code) {
    return String.valueOf((char) HexFormat.fromHexDigits(code));
  }

  private static boolean mustStay(char character) {
    return character < ' '
        || character == '"'
        || character == '\\'
        || Character.isSurrogate(character);
  }

  private static boolean isNotAscii(int character) {
    return character > 0x7F;
  }

  private static boolean isMarkup(int character) {
    return "<>&".indexOf(character) >= 0;
  }

  private static String escaped(String string, IntPredicate which, HexFormat digits) {
    StringBuilder out = new StringBuilder(string.length());
    for (int at = 0; at < string.length(); at++) {
      char character = string.charAt(at);
      if (which.test(character)) {
        out.append("\\u").append(digits.toHexDigits(character));
      } else {
        out.append(character);
      }
    }
    return out.toString();
  }
}
