package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/** Text from a provider as a header value: what a header cannot hold is percent-encoded. */
final class HeaderText {

  static String of(String text) {
    StringBuilder value = new StringBuilder();
    text.codePoints()
        .forEach(
            character -> {
              if (character > 0x20 && character < 0x7F && character != '%') {
                value.appendCodePoint(character);
              } else {
                value.append(encoded(character));
              }
            });
    return value.toString();
  }

  private static String encoded(int character) {
    return character == ' ' ? "%20" : URLEncoder.encode(Character.toString(character), UTF_8);
  }

  private HeaderText() {}
}
