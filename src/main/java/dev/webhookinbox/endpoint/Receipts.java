package dev.webhookinbox.endpoint;

import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;

/** Counts what became of each request to a source, duplicates (P4) and refusals included. */
@ApplicationScoped
class Receipts {

  /** What every source has from the start, so that the first of each is seen as an increase. */
  private static final List<String> USUAL =
      List.of("accepted", "duplicate", "replay", "rejected", "not-stored");

  @Inject Meters meters;
  @Inject Sources sources;

  void start(@Observes @Priority(StartOrder.SCHEMA + 1) Starting event) {
    histogram();
    for (Source source : sources.all()) {
      USUAL.forEach(result -> counter(source.name(), result));
    }
  }

  void count(String source, String result) {
    counter(source, result).increment();
  }

  /** From the first byte of a delivery's body to its answer. */
  void took(Duration time) {
    histogram().record(time);
  }

  private Timer histogram() {
    return meters.histogram("inbox_accept_seconds");
  }

  private Counter counter(String source, String result) {
    return meters.counter("inbox_receipts_total", "source", source, "result", result);
  }
}
