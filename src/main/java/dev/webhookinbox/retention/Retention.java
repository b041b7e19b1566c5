package dev.webhookinbox.retention;

import dev.webhookinbox.inbox.Actions;
import dev.webhookinbox.inbox.Reseal;
import dev.webhookinbox.platform.Lifecycle;
import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Ticks;
import io.micrometer.core.instrument.Counter;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Goes over what is old, at the start and then every minute, and after a long pass rests, so that
 * acceptance has the disk for itself most of the time.
 */
@ApplicationScoped
class Retention {

  private static final Duration INTERVAL = Duration.ofMinutes(1);
  private static final List<String> PURGED =
      List.of("payload", "identity", "attempt", "audit", "order", "guard");

  private static final int RESTS = 9;

  /** Far less than it takes until somebody is told that nothing is purged. */
  private static final Duration LONGEST_REST = Duration.ofMinutes(10);

  private boolean allSealed;
  private long rested = System.nanoTime();

  @Inject Purge purge;
  @Inject HistoryPeriods history;
  @Inject Actions actions;
  @Inject Reseal reseal;
  @Inject Meters meters;
  @Inject Lifecycle lifecycle;
  @Inject Ticks ticks;

  void start(@Observes @Priority(StartOrder.WORKER + 1) Starting event) {
    PURGED.forEach(this::purged);
    resealed();
    ticks.everyApart(INTERVAL, this::pass);
  }

  /** From one end to the other; two at once on this node would only meet the other's lock. */
  private synchronized void pass() {
    long begun = System.nanoTime();
    if (begun - rested < 0) {
      return;
    }
    passOver();
    long ended = System.nanoTime();
    rested = ended + restAfter(Duration.ofNanos(ended - begun)).toNanos();
  }

  static Duration restAfter(Duration pass) {
    Duration rest = pass.multipliedBy(RESTS);
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }

  private void passOver() {
    all("0", purge::payloads, purged("payload"));
    all("-infinity", purge::identities, purged("identity"));
    whole(purge::attempts, purged("attempt"));
    whole(purge::audit, purged("audit"));
    whole(purge::orders, purged("order"));
    history
        .guards()
        .forEach(
            (operation, keep) ->
                whole(() -> actions.purge(operation, keep, Purge.MOST), purged("guard")));
    if (!allSealed && reseal.isNeeded()) {
      allSealed = sealAll();
    }
    meters.counter("inbox_retention_passes_total").increment();
  }

  private Counter purged(String what) {
    return meters.counter("inbox_purged_total", "what", what);
  }

  private Counter resealed() {
    return meters.counter("inbox_bodies_resealed_total");
  }

  private void whole(LongSupplier portions, Counter counter) {
    long gone = Purge.MOST;
    while (gone == Purge.MOST && !lifecycle.isStopping()) {
      gone = portions.getAsLong();
      counter.increment((double) gone);
    }
  }

  /** True once all bodies are under the active key; then there is nothing to do until a restart. */
  private boolean sealAll() {
    long left = 0;
    String after = "0";
    while (!after.isEmpty() && !lifecycle.isStopping()) {
      Reseal.Portion portion = reseal.portion(after);
      resealed().increment((double) portion.sealed());
      left += portion.left();
      after = portion.next().orElse("");
    }
    return left == 0 && !lifecycle.isStopping();
  }

  private void all(String start, Function<String, Purge.Portion> portions, Counter counter) {
    String after = start;
    while (!after.isEmpty() && !lifecycle.isStopping()) {
      Purge.Portion portion = portions.apply(after);
      counter.increment((double) portion.gone());
      after = portion.next().orElse("");
    }
  }
}
