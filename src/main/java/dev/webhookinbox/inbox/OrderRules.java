package dev.webhookinbox.inbox;

import org.jspecify.annotations.Nullable;

/** Which events are handled in order. Known by those who know the routes; asked at acceptance. */
@FunctionalInterface
public interface OrderRules {

  /** The rule for such an event; null if it is handled without order. */
  @Nullable OrderRule of(String source, String provider, String eventType);
}
