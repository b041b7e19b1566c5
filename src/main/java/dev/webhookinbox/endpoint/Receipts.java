package dev.webhookinbox.endpoint;

import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Series;
import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
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
    for (Source source : sources.all()) {
      USUAL.forEach(result -> meters.add(series(source.name(), result), 0));
    }
  }

  void count(String source, String result) {
    meters.add(series(source, result), 1);
  }

  /** From the first byte of a delivery's body to its answer. */
  void took(Duration time) {
    meters.time("inbox_accept_seconds", time);
  }

  private static Series series(String source, String result) {
    return Series.of("inbox_receipts_total", "source", source, "result", result);
  }
}
