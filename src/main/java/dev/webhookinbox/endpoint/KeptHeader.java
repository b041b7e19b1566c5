package dev.webhookinbox.endpoint;

/**
 * A header value that is kept with the body: bounded, and nothing that a header cannot hold again.
 */
final class KeptHeader {

  private static final int LONGEST = 500;

  static String printable(String value) {
    String printable = value.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.length() > LONGEST ? printable.substring(0, LONGEST) : printable;
  }

  private KeptHeader() {}
}
