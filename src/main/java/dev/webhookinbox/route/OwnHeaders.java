package dev.webhookinbox.route;

import dev.webhookinbox.platform.Settings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The headers that a route adds by its configuration; their values may be secrets. */
final class OwnHeaders {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7E]{1,4096}");
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7E]{1,4096}");

  /** What the client or this route sets itself. */
  private static final Set<String> TAKEN =
      Set.of(
          "connection",
          "content-encoding",
          "content-length",
          "content-type",
          "expect",
          "host",
          "idempotency-key",
          "transfer-encoding",
          "upgrade");

  /** Reads {@code header.<name>} and {@code bearer-token}. */
  static Map<String, String> read(Settings settings, String prefix) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : settings.below(prefix + "header.")) {
      String key = prefix + "header." + name;
      String value = settings.required(key, "give the header's value");
      if (!NAME.matcher(name).matches() || isTaken(name)) {
        settings.fault(key, "is no header that can be set here", "use another name");
      } else if (!value.isEmpty() && !VALUE.matcher(value).matches()) {
        settings.fault(key, "is no value of a header", "use printable ASCII characters");
      } else {
        headers.put(name, value);
      }
    }
    bearer(settings, prefix + "bearer-token", headers);
    return Map.copyOf(headers);
  }

  private static void bearer(Settings settings, String key, Map<String, String> headers) {
    if (!settings.isSet(key)) {
      return;
    }
    String token = settings.required(key, "give the token");
    if (headers.keySet().stream().anyMatch("Authorization"::equalsIgnoreCase)) {
      settings.fault(key, "stands beside header.Authorization", "give one of them");
    } else if (!token.isEmpty() && !TOKEN.matcher(token).matches()) {
      settings.fault(key, "is no bearer token", "use printable ASCII characters without blanks");
    } else {
      headers.put("Authorization", "Bearer " + token);
    }
  }

  private static boolean isTaken(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return TAKEN.contains(lower) || lower.startsWith("inbox-") || lower.startsWith("webhook-");
  }

  private OwnHeaders() {}
}
