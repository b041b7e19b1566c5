package dev.webhookinbox.operations;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether another site made a browser send a request: the browser would add the user's password by
 * itself. What is no browser sends neither header.
 */
final class CrossSite {

  private static final List<String> OWN = List.of("same-origin", "none");

  private CrossSite() {}

  /**
   * @param fetchSite the header Sec-Fetch-Site
   * @param origin the header Origin
   * @param host the header Host
   */
  static boolean is(@Nullable String fetchSite, @Nullable String origin, @Nullable String host) {
    return (fetchSite != null && !OWN.contains(fetchSite.strip().toLowerCase(Locale.ROOT)))
        || (origin != null && !isOf(origin.strip(), host));
  }

  /** A proxy may speak https for this server, so the scheme decides only which port is usual. */
  private static boolean isOf(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    if (scheme < 0 || host == null) {
      return false;
    }
    String usualPort = origin.regionMatches(true, 0, "https", 0, scheme) ? ":443" : ":80";
    return withPort(origin.substring(scheme + 3), usualPort)
        .equalsIgnoreCase(withPort(host.strip(), usualPort));
  }

  private static String withPort(String authority, String usualPort) {
    return authority.matches(".*:[0-9]+") ? authority : authority + usualPort;
  }
}
