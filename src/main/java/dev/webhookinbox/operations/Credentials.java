package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/** A user's name and password of HTTP Basic, in UTF-8. */
record Credentials(String user, String password) {

  private static final String SCHEME = "Basic ";
  private static final int LONGEST = 1_000;

  /** Those of an Authorization header; absent if it is of another scheme or malformed. */
  static Optional<Credentials> in(String authorization) {
    return authorization.length() <= LONGEST
            && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? decoded(authorization.substring(SCHEME.length()).strip())
        : Optional.empty();
  }

  private static Optional<Credentials> decoded(String base64) {
    try {
      String text = new String(Base64.getDecoder().decode(base64), UTF_8);
      int colon = text.indexOf(':');
      return colon < 1
          ? Optional.empty()
          : Optional.of(new Credentials(text.substring(0, colon), text.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Nothing: people type passwords into the field for the name. */
  @Override
  public String toString() {
    return "Credentials";
  }
}
