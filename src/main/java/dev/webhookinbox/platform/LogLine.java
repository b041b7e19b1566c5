package dev.webhookinbox.platform;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log: the message's id, what happened, and fields as {@code name=value}. A value
 * with anything but plain characters stands in quotes, with what could begin another line or field
 * escaped: ids and types are of others' making. Never a payload, a signature or a secret (P13).
 */
public final class LogLine {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:@/+-]{1,200}");
  private static final int LONGEST = 500;

  private final StringBuilder text;

  private LogLine(String message) {
    this.text = new StringBuilder(message);
  }

  /** Begins a line with {@code WHI-nnn} and a few words. */
  public static LogLine of(String message) {
    return new LogLine(message);
  }

  /** Adds a field; none for null and the empty text. */
  public LogLine with(String name, @Nullable Object value) {
    String plain = value == null ? "" : value.toString();
    if (!plain.isEmpty()) {
      text.append(' ').append(name).append('=');
      if (PLAIN.matcher(plain).matches()) {
        text.append(plain);
      } else {
        quote(plain);
      }
    }
    return this;
  }

  private void quote(String value) {
    text.append('"');
    value
        .chars()
        .limit(LONGEST)
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                text.append('\\').append((char) c);
              } else if (c < ' ' || c >= 0x7f) {
                text.append("\\u%04x".formatted(c));
              } else {
                text.append((char) c);
              }
            });
    text.append(value.length() > LONGEST ? "…\"" : "\"");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
