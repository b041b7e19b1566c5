package dev.webhookinbox.signature.provider;

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

  private final SourceSettings settings;
  private final @Nullable HeaderPart timestamp;
  private final List<Part> parts = new ArrayList<>();
  private final Set<String> words = new HashSet<>();

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

  /** Whether what stands at this place is among the signed bytes. */
  boolean signs(String place) {
    return !place.startsWith("header:") || words.contains(place.toLowerCase(Locale.ROOT));
  }

  private void parse(String template) {
    Matcher matcher = WORD.matcher(template);
    int literal = 0;
    while (matcher.find()) {
      text(template.substring(literal, matcher.start()));
      word(matcher.group(1));
      literal = matcher.end();
    }
    text(template.substring(literal));
  }

  private void text(String literal) {
    if (!literal.isEmpty()) {
      parts.add(Part.text(literal));
    }
  }

  private void word(String word) {
    words.add(word.toLowerCase(Locale.ROOT));
    if (word.startsWith("header:") && word.length() > "header:".length()) {
      parts.add(Part.header(word.substring("header:".length())));
      return;
    }
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
