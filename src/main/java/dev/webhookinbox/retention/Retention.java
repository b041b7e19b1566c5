package dev.webhookinbox.retention;

import dev.webhookinbox.inbox.Actions;
import dev.webhookinbox.inbox.Reseal;
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
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Goes over what is old, at the start and then every minute. */
@ApplicationScoped
class Retention {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final Series PASSES = Series.of("inbox_retention_passes_total");
  private static final Series PAYLOADS = Series.of("inbox_purged_total", "what", "payload");
  private static final Series IDENTITIES = Series.of("inbox_purged_total", "what", "identity");

  private static final Series ATTEMPTS = Series.of("inbox_purged_total", "what", "attempt");
  private static final Series AUDIT = Series.of("inbox_purged_total", "what", "audit");
  private static final Series ORDERS = Series.of("inbox_purged_total", "what", "order");
  private static final Series GUARDS = Series.of("inbox_purged_total", "what", "guard");
  private static final Series RESEALED = Series.of("inbox_bodies_resealed_total");

  private boolean allSealed;

  @Inject Purge purge;
  @Inject HistoryPeriods history;
  @Inject Actions actions;
  @Inject Reseal reseal;
  @Inject Meters meters;
  @Inject Lifecycle lifecycle;
  @Inject Ticks ticks;

  void start(@Observes @Priority(StartOrder.WORKER + 1) Starting event) {
    List.of(PAYLOADS, IDENTITIES, ATTEMPTS, AUDIT, ORDERS, GUARDS, RESEALED)
        .forEach(counter -> meters.add(counter, 0));
    ticks.soon(this::pass);
    ticks.every(INTERVAL, this::pass);
  }

  /** From one end to the other; two at once on this node would only meet the other's lock. */
  synchronized void pass() {
    all("0", purge::payloads, PAYLOADS);
    all("-infinity", purge::identities, IDENTITIES);
    whole(purge::attempts, ATTEMPTS);
    whole(purge::audit, AUDIT);
    whole(purge::orders, ORDERS);
    history
        .guards()
        .forEach(
            (operation, keep) -> whole(() -> actions.purge(operation, keep, Purge.MOST), GUARDS));
    if (!allSealed && reseal.isNeeded()) {
      allSealed = sealAll();
    }
    meters.add(PASSES, 1);
  }

  private void whole(LongSupplier portions, Series counter) {
    long gone = Purge.MOST;
    while (gone == Purge.MOST && !lifecycle.isStopping()) {
      gone = portions.getAsLong();
      meters.add(counter, gone);
    }
  }

  /** True once all bodies are under the active key; then there is nothing to do until a restart. */
  private boolean sealAll() {
    long left = 0;
    String after = "0";
    while (!after.isEmpty() && !lifecycle.isStopping()) {
      Reseal.Portion portion = reseal.portion(after);
      meters.add(RESEALED, portion.sealed());
      left += portion.left();
      after = portion.next().orElse("");
    }
    return left == 0 && !lifecycle.isStopping();
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
