package dev.webhookinbox.retention;

import dev.webhookinbox.platform.Lifecycle;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Series;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Ticks;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.function.Function;

/** Goes over what is old, at the start and then every minute. */
@ApplicationScoped
class Retention {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Series PASSES = Series.of("inbox_retention_passes_total");
  private static final Series PAYLOADS = Series.of("inbox_purged_total", "what", "payload");
  private static final Series IDENTITIES = Series.of("inbox_purged_total", "what", "identity");

  @Inject Purge purge;
  @Inject Meters meters;
  @Inject Lifecycle lifecycle;
  @Inject Ticks ticks;

  void start(@Observes @Priority(StartOrder.WORKER + 1) Starting event) {
    meters.add(PAYLOADS, 0);
    meters.add(IDENTITIES, 0);
    ticks.soon(this::pass);
    ticks.every(INTERVAL, this::pass);
  }

  /** From one end to the other; two at once on this node would only meet the other's lock. */
  synchronized void pass() {
    all("0", purge::payloads, PAYLOADS);
    all("-infinity", purge::identities, IDENTITIES);
    meters.add(PASSES, 1);
  }

  private void all(String start, Function<String, Purge.Portion> portions, Series counter) {
    String after = start;
    while (!after.isEmpty() && !lifecycle.isStopping()) {
      Purge.Portion portion = portions.apply(after);
      meters.add(counter, portion.gone());
      after = portion.next().orElse("");
    }
  }
}
