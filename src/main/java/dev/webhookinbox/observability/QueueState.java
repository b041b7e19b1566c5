package dev.webhookinbox.observability;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * The queue's figures, read at the most once in a few seconds however often they are asked for.
 * Thread-safe.
 */
@ApplicationScoped
class QueueState {

  private static final long FRESH = Duration.ofSeconds(3).toNanos();

  @Inject QueueFigures figures;

  private List<QueueFigures.Figure> last = List.of();
  private long readAt = System.nanoTime() - FRESH;

  synchronized List<QueueFigures.Figure> now() {
    if (System.nanoTime() - readAt >= FRESH) {
      last = figures.read();
      readAt = System.nanoTime();
    }
    return last;
  }

  /** Of all sources. */
  Duration oldestPendingAge() {
    return now().stream()
        .map(QueueFigures.Figure::ageSeconds)
        .max(BigDecimal::compareTo)
        .map(seconds -> Duration.ofMillis(seconds.movePointRight(3).longValue()))
        .orElse(Duration.ZERO);
  }
}
