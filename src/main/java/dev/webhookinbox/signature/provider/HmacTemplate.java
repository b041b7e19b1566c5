package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.SourceSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The signed bytes as {@code hmac.signed} puts them together. */
final class HmacTemplate {

  private static final String KEY = "hmac.signed";
  private static final Pattern WORD = Pattern.compile("\\{([^{}]*)}");
  private static final String HEADER = "header:";

  private final SourceSettings settings;
  private final @Nullable HeaderPart timestamp;
  private final List<Part> parts = new ArrayList<>();
  private final Set<String> words = new HashSet<>();
  private final Set<String> framed = new HashSet<>();

  private HmacTemplate(SourceSettings settings, @Nullable HeaderPart timestamp) {
    this.settings = settings;
    this.timestamp = timestamp;
  }

  static HmacTemplate read(SourceSettings settings, @Nullable HeaderPart timestamp) {
    HmacTemplate template = new HmacTemplate(settings, timestamp);
    template.parse(settings.text(KEY).orElse(timestamp == null ? "{body}" : "{timestamp}.{body}"));
    template.check();
    return template;
  }

  List<Part> parts() {
    return parts;
  }

  /**
   * Whether what stands at this place is among the signed bytes, and kept apart from its
   * neighbours: else bytes could move between a header and the body under the same signature.
   */
  boolean signs(String place) {
    return !place.startsWith(HEADER) || framed.contains(place.toLowerCase(Locale.ROOT));
  }

  private void parse(String template) {
    List<String> tokens = tokens(template);
    int body = tokens.indexOf("{body}");
    for (int at = 0; at < tokens.size(); at++) {
      String token = tokens.get(at);
      if (!token.startsWith("{")) {
        parts.add(Part.text(token));
      } else if (token.startsWith("{" + HEADER)) {
        header(token.substring(1, token.length() - 1), at < body, neighbour(tokens, at, at < body));
      } else {
        word(token.substring(1, token.length() - 1));
      }
    }
  }

  /** Literals, and words in their brackets. */
  private static List<String> tokens(String template) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = WORD.matcher(template);
    int literal = 0;
    while (matcher.find()) {
      tokens.add(template.substring(literal, matcher.start()));
      tokens.add(matcher.group());
      literal = matcher.end();
    }
    tokens.add(template.substring(literal));
    tokens.removeIf(String::isEmpty);
    return tokens;
  }

  /**
   * The literal between a header and what is next on the way to the body; empty if there is none.
   */
  private static String neighbour(List<String> tokens, int at, boolean isBeforeBody) {
    int next = isBeforeBody ? at + 1 : at - 1;
    boolean isLiteral = next >= 0 && next < tokens.size() && !tokens.get(next).startsWith("{");
    return isLiteral ? tokens.get(next) : "";
  }

  private void header(String word, boolean isBeforeBody, String separator) {
    String name = word.substring(HEADER.length());
    if (name.isEmpty()) {
      word(word);
      return;
    }
    words.add(word.toLowerCase(Locale.ROOT));
    Part header = Part.header(name);
    if (separator.isEmpty()) {
      parts.add(header);
      return;
    }
    framed.add(word.toLowerCase(Locale.ROOT));
    parts.add(
        request ->
            header
                .in(request)
                .filter(value -> isApart(new String(value, ISO_8859_1), isBeforeBody, separator)));
  }

  /** Whether the separator is found where it was put, and nowhere before on the way to the body. */
  private static boolean isApart(String value, boolean isBeforeBody, String separator) {
    return isBeforeBody
        ? (value + separator).indexOf(separator) == value.length()
        : (separator + value).lastIndexOf(separator) == 0;
  }

  private void word(String word) {
    words.add(word.toLowerCase(Locale.ROOT));
    switch (word) {
      case "body" -> parts.add(Part.body());
      case "method" -> parts.add(Part.method());
      case "url" -> parts.add(Part.url(settings.signedUrl()));
      case "timestamp" -> {
        if (timestamp != null) {
          parts.add(Part.in(timestamp));
        }
      }
      default ->
          settings.fault(
              KEY,
              "holds a word that is not known",
              "use {body}, {timestamp}, {url}, {method} and {header:Name}");
    }
  }

  /** A body or a time that nobody signed would be believed all the same. */
  private void check() {
    if (!words.contains("body")) {
      settings.fault(KEY, "does not hold {body}", "sign the body, or anybody can change it");
    }
    if (words.contains("timestamp") != (timestamp != null)) {
      settings.fault(
          KEY,
          "and hmac.timestamp do not agree",
          "give hmac.timestamp and {timestamp} both, or neither");
    }
  }
}
