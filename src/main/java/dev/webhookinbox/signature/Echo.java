package dev.webhookinbox.signature;

import java.util.Optional;
import java.util.regex.Pattern;

/** Texts that may be sent back to whoever sent them: bounded, and without a character of HTML. */
public final class Echo {

  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9 ._~:/?@!$*+,;=%|-]{1,1000}");

  private Echo() {}

  public static Optional<Answer> of(String text) {
    return isHarmless(text) ? Optional.of(Answer.echo(text)) : Optional.empty();
  }

  public static boolean isHarmless(String text) {
    return HARMLESS.matcher(text).matches();
  }
}
