package dev.webhookinbox.operations;

import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The case of the digits in {@code %2f}, on which senders and frameworks do not agree. */
final class Percent {

  private static final Pattern ENCODED = Pattern.compile("%[0-9A-Fa-f]{2}");

  private Percent() {}

  static String upper(String text) {
    return each(text, code -> code.toUpperCase(Locale.ROOT));
  }

  static String lower(String text) {
    return each(text, code -> code.toLowerCase(Locale.ROOT));
  }

  private static String each(String text, UnaryOperator<String> change) {
    return ENCODED.matcher(text).replaceAll(code -> change.apply(code.group()));
  }
}
