package dev.webhookinbox.retention;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long the audit, failed attempts, the guards of each operation, and how far each ordering key
 * has come are kept.
 */
@ApplicationScoped
class HistoryPeriods implements ConfigurationSection {

  private static final String PREFIX = "inbox.retention.";
  private static final Duration AUDIT = Duration.ofDays(730);
  private static final Duration ATTEMPTS = Duration.ofDays(90);
  private static final Duration ORDERS = Duration.ofDays(365);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Duration audit = AUDIT;
  private Duration attempts = ATTEMPTS;
  private Duration orders = ORDERS;
  private Map<String, Duration> guards = Map.of();

  @Inject
  void configure(Settings settings) {
    audit = settings.duration(PREFIX + "audit", AUDIT, SHORTEST, LONGEST);
    attempts = settings.duration(PREFIX + "attempts", ATTEMPTS, SHORTEST, LONGEST);
    orders = settings.duration(PREFIX + "orders", ORDERS, SHORTEST, LONGEST);
    Map<String, Duration> byOperation = new TreeMap<>();
    for (String operation : settings.below(PREFIX + "guard.")) {
      String key = PREFIX + "guard." + operation;
      byOperation.put(operation, settings.duration(key, LONGEST, SHORTEST, LONGEST));
    }
    guards = byOperation;
  }

  @Override
  public void read(Settings settings) {
    new HistoryPeriods().configure(settings);
  }

  Duration audit() {
    return audit;
  }

  Duration attempts() {
    return attempts;
  }

  /** Of a key that is forgotten, an older event is handled again. */
  Duration orders() {
    return orders;
  }

  /** By operation; the guards of an operation that is not in it are kept for ever. */
  Map<String, Duration> guards() {
    return guards;
  }
}
