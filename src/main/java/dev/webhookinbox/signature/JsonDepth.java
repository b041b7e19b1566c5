package dev.webhookinbox.signature;

/**
 * Counts brackets before a recursive parser does: 100,000 opening ones would end its stack. UTF-8
 * keeps quotes, backslashes and brackets apart from every other character, so bytes suffice.
 */
final class JsonDepth {

  /** Real events of all providers stay below 20. */
  static final int MOST = 200;

  private JsonDepth() {}

  static boolean isBearable(byte[] json) {
    int depth = 0;
    for (int at = 0; at < json.length && depth <= MOST; at++) {
      switch (json[at]) {
        case '"' -> at = endOfText(json, at);
        case '[', '{' -> depth++;
        case ']', '}' -> depth--;
        default -> {}
      }
    }
    return depth <= MOST;
  }

  private static int endOfText(byte[] json, int start) {
    int at = start + 1;
    while (at < json.length && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at;
  }
}
