package dev.webhookinbox.operations;

import java.util.function.UnaryOperator;

/** The blanks between the tokens of a JSON document. */
enum JsonLayout {
  AS_IS(""),
  COMPACT("without blanks"),
  /** As Python writes it by default. */
  SPACED("with a blank after each comma and colon");

  private final String change;

  JsonLayout(String change) {
    this.change = change;
  }

  String change() {
    return change;
  }

  /** The document with these blanks, each string in it (without its quotes) changed. */
  String apply(String json, UnaryOperator<String> strings) {
    StringBuilder out = new StringBuilder(json.length() + 16);
    int at = 0;
    while (at < json.length()) {
      char next = json.charAt(at);
      if (next == '"') {
        int end = endOfString(json, at);
        out.append('"').append(strings.apply(json.substring(at + 1, end))).append('"');
        at = end;
      } else {
        token(out, next);
      }
      at++;
    }
    return out.toString();
  }

  private void token(StringBuilder out, char token) {
    boolean isBlank = " \t\r\n".indexOf(token) >= 0;
    if (this == AS_IS || !isBlank) {
      out.append(token);
    }
    if (this == SPACED && (token == ',' || token == ':')) {
      out.append(' ');
    }
  }

  /** Where the closing quote is; the last character if there is none. */
  private static int endOfString(String json, int start) {
    int at = start + 1;
    while (at < json.length() && json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.max(start + 1, Math.min(at, json.length() - 1));
  }
}
