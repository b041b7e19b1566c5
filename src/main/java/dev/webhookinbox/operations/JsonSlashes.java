package dev.webhookinbox.operations;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a slash stands in the strings of a JSON document. */
enum JsonSlashes {
  AS_IS(""),
  PLAIN("with / instead of \\/"),
  /** As PHP writes it by default. */
  ESCAPED("with \\/ instead of /");

  private static final Pattern ESCAPE = Pattern.compile("\\\\.", Pattern.DOTALL);

  private final String change;

  JsonSlashes(String change) {
    this.change = change;
  }

  String change() {
    return change;
  }

  /** A string without its quotes, with its slashes written so. */
  String apply(String string) {
    return switch (this) {
      case AS_IS -> string;
      case PLAIN -> plain(string);
      case ESCAPED -> plain(string).replace("/", "\\/");
    };
  }

  /** Pair by pair, so that an escaped backslash before a slash stays one. */
  private static String plain(String string) {
    return ESCAPE
        .matcher(string)
        .replaceAll(
            pair -> Matcher.quoteReplacement(pair.group().equals("\\/") ? "/" : pair.group()));
  }
}
