package dev.webhookinbox.endpoint;

import java.util.regex.Pattern;

/** The header of W3C Trace Context, version 00; nothing of any other form is kept. */
final class Traceparent {

  private static final Pattern FORM =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  static boolean isWellFormed(String header) {
    return header.length() == 55 && FORM.matcher(header).matches();
  }

  private Traceparent() {}
}
