package dev.webhookinbox.inbox;

import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Ticks;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How often events came again, counted in memory and written down each second, so that a duplicate
 * costs no write. A figure for operators: a node that ends forgets those of its last second, and in
 * a storm on more than {@value #MOST} events at once the rest goes uncounted. Thread-safe.
 */
@ApplicationScoped
class Redeliveries {

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final int MOST = 20_000;

  @Inject Acceptance acceptance;
  @Inject Ticks ticks;

  private final Map<JobKey, Integer> counted = new ConcurrentHashMap<>();

  void start(@Observes @Priority(StartOrder.WORKER) Starting event) {
    ticks.every(INTERVAL, this::writeApart);
  }

  void count(List<JobKey> keys) {
    keys.forEach(key -> add(key, 1));
  }

  private void add(JobKey key, int times) {
    if (counted.size() < MOST || counted.containsKey(key)) {
      counted.merge(key, times, Integer::sum);
    }
  }

  /** Whoever holds a row makes it wait. */
  private void writeApart() {
    if (!counted.isEmpty()) {
      ticks.apart(this::write);
    }
  }

  /** All that was counted before; what cannot be written now is kept for the next time. */
  synchronized void write() {
    Map<JobKey, Integer> taken = new HashMap<>();
    counted.keySet().forEach(key -> taken.computeIfAbsent(key, counted::remove));
    if (taken.isEmpty()) {
      return;
    }
    boolean written = false;
    try {
      acceptance.cameAgain(taken);
      written = true;
    } finally {
      if (!written) {
        taken.forEach(this::add);
      }
    }
  }
}
