package dev.webhookinbox.inbox;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text of handlers and targets as it is kept: without what PostgreSQL's text cannot hold, so that a
 * reason never prevents settling, without what looks like a credential (P13), and bounded.
 */
final class KeptText {

  private record Scrub(Pattern pattern, String replacement) {}

  private static final List<Scrub> SCRUBS =
      List.of(
          scrub("://[^/\\s@]+@", "://***@"),
          scrub("\\b(bearer|basic)\\s+(?=\\S*\\d)[\\w.~+/=-]{6,}", "$1 ***"),
          scrub(
              "((?:password|passwd|secret|token|api[-_]?key|signature|authorization|credential)s?"
                  + "[\"']?\\s*[=:]\\s*[\"']?)(?!\\*\\*\\*|bearer |basic )[^\\s\"',;&}]+",
              "$1***"),
          scrub("\\b(?:whsec|sk|rk|ghp|gho|ghs|xox[a-z]|eyJ)[_-]?[\\w.+/=-]{12,}", "***"));

  private static Scrub scrub(String pattern, String replacement) {
    return new Scrub(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), replacement);
  }

  /** At most so many characters, and no half of a pair at the end. */
  static String of(String text, int longest) {
    // what is looked at is bounded too, beyond what is kept: a credential may straddle the cut
    String kept = cut(text, longest + 1_000).replaceAll("[\\p{Cntrl}\\p{Cs}]", " ").strip();
    for (Scrub scrub : SCRUBS) {
      kept = scrub.pattern.matcher(kept).replaceAll(scrub.replacement);
    }
    return cut(kept, longest);
  }

  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    boolean splits = Character.isHighSurrogate(text.charAt(longest - 1));
    return text.substring(0, splits ? longest - 1 : longest);
  }

  private KeptText() {}
}
