package dev.webhookinbox.handler;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A handler and the events that it takes.
 *
 * @param name unique and stable: progress is recorded under it where an event has several handlers
 * @param source the one source whose events it takes; null for any
 * @param provider a profile's name, or {@code *}
 * @param types exact, a prefix that ends in {@code *}, or {@code *}
 * @param maxRun how long one call may run; null for the worker's own limit
 * @param terms order and limits
 */
public record Registration(
    String name,
    @Nullable String source,
    String provider,
    List<String> types,
    @Nullable Duration maxRun,
    Terms terms,
    EventHandler handler) {

  /** The name that operators and metrics use. */
  public String label() {
    return name.replaceFirst("^route:", "");
  }

  /** Whether there can be an event that both take. */
  boolean meets(Registration other) {
    return meets(source, other.source)
        && (provider.equals("*") || other.provider.equals("*") || provider.equals(other.provider))
        && types.stream().anyMatch(mine -> other.types.stream().anyMatch(it -> overlap(mine, it)));
  }

  private static boolean meets(@Nullable String one, @Nullable String other) {
    return one == null || other == null || one.equals(other);
  }

  private static boolean overlap(String one, String other) {
    return (one.endsWith("*") && other.startsWith(one.substring(0, one.length() - 1)))
        || matches(other, one);
  }

  /** Whether it takes such an event. */
  public boolean takes(String eventSource, String eventProvider, String eventType) {
    return (source == null || source.equals(eventSource))
        && (provider.equals("*") || provider.equals(eventProvider))
        && types.stream().anyMatch(pattern -> matches(pattern, eventType));
  }

  private static boolean matches(String pattern, String type) {
    return pattern.endsWith("*")
        ? type.startsWith(pattern.substring(0, pattern.length() - 1))
        : type.equals(pattern);
  }
}
