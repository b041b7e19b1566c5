package dev.webhookinbox.handler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;

/** The identity of an event: one row, one job. */
public record EventKey(String provider, String accountScope, String eventId)
    implements Comparable<EventKey> {

  /** How the ids of test events begin. */
  public static final String TEST = "inbox-test-";

  /**
   * Whether an operator made the event to test what is behind the front door; nothing of it
   * happened. Whoever knows the source's secret can send such an id too.
   */
  public boolean isTest() {
    return eventId.startsWith(TEST);
  }

  /**
   * The key as one printable ASCII text, {@code provider/account/id} with each part
   * percent-encoded: the same for every attempt, different for every event. It serves as an
   * idempotency key.
   */
  @Override
  public String toString() {
    return encoded(provider) + "/" + encoded(accountScope) + "/" + encoded(eventId);
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, UTF_8).replace("+", "%20");
  }

  @Override
  public int compareTo(EventKey other) {
    int byProvider = provider.compareTo(other.provider);
    int byScope = byProvider != 0 ? byProvider : accountScope.compareTo(other.accountScope);
    return byScope != 0 ? byScope : eventId.compareTo(other.eventId);
  }
}
