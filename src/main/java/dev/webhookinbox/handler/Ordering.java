package dev.webhookinbox.handler;

import java.util.Set;

/**
 * Events that are handled in order (P11): those of one key one at a time, the next when the one
 * before has ended. The key is looked for within one provider and account.
 *
 * @param by {@code object}: what the event is about, as the provider's profile says; or a JSON
 *     pointer into the body. An event without the key is handled without order
 * @param version {@code accepted}: in the order of acceptance; {@code provider}: by the profile's
 *     own order or time; or a JSON pointer to a number or an ISO time. By a version, an event older
 *     than the newest that was handled ends as {@code done} with outcome {@code stale}
 * @param blocks whether a failed event stops those of its key that come after it until somebody
 *     retries, discards or releases it; if not, they pass it
 */
public record Ordering(String by, String version, boolean blocks) {

  private static final Set<String> VERSIONS = Set.of("accepted", "provider");
  private static final Set<String> AFTER_FAILURE = Set.of("block", "pass");

  /** Whether a text can be {@link #by}. */
  public static boolean isKey(String by) {
    return by.equals("object") || by.startsWith("/");
  }

  /** Whether a text can be {@link #version}. */
  public static boolean isVersion(String version) {
    return VERSIONS.contains(version) || version.startsWith("/");
  }

  /** Whether a text says what a failed event does to those after it. */
  public static boolean isAfterFailure(String text) {
    return AFTER_FAILURE.contains(text);
  }
}
