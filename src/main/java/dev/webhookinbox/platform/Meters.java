package dev.webhookinbox.platform;

import static java.util.Map.entry;
import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What this node has counted and timed since its start, in a registry of its own. Values of labels
 * are names of the configuration or words of ours, never a part of a request (P13), which also
 * bounds their number. Thread-safe.
 */
@ApplicationScoped
public class Meters {

  /** From a millisecond to an hour. */
  private static final Duration[] BOUNDS =
      Stream.of(
              "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5",
              "5", "10", "30", "60", "300", "900", "3600")
          .map(seconds -> Duration.parse("PT" + seconds + "S"))
          .toArray(Duration[]::new);

  /** What each says of itself; there is no other. */
  private static final Map<String, String> HELP =
      Map.ofEntries(
          entry("inbox_receipts_total", "Requests to a source, by what became of them."),
          entry("inbox_accept_seconds", "From the first byte of a delivery's body to its answer."),
          entry("inbox_queue_seconds", "How long a job had been due when it was claimed."),
          entry("inbox_attempts_total", "Calls of routes and handlers, by their outcome."),
          entry("inbox_retries_total", "Calls of routes and handlers that were not the first."),
          entry("inbox_leases_recovered_total", "Jobs taken out of the hands of dead workers."),
          entry("inbox_circuit_opened_total", "How often what a route calls was found away."),
          entry("inbox_jobs", "Jobs in the database, each state counted to 100000."),
          entry("inbox_oldest_pending_age_seconds", "How long the longest due job has been due."),
          entry("inbox_purged_total", "What retention has deleted."),
          entry("inbox_retention_passes_total", "How often retention has looked."),
          entry("inbox_bodies_resealed_total", "Payloads brought under the active key."));

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, MultiGauge> gauges = new ConcurrentHashMap<>();

  /** Made before the first job: a stopping server makes no bean any more. */
  void start(@Observes @Priority(StartOrder.SCHEMA) Starting event) {}

  /**
   * The counter of this name and these labels, which appears with 0.
   *
   * @param labels names and values in turn, the same names for all of one counter
   */
  public Counter counter(String name, String... labels) {
    return Counter.builder(name).description(help(name)).tags(labels).register(registry);
  }

  /** The histogram of times of this name, which appears with 0. */
  public Timer histogram(String name) {
    return Timer.builder(name)
        .description(help(name))
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  /** The gauges of this name, whose labels come and go. */
  public MultiGauge gauges(String name) {
    return gauges.computeIfAbsent(
        name, any -> MultiGauge.builder(name).description(help(name)).register(registry));
  }

  private static String help(String name) {
    return requireNonNull(HELP.get(name), name);
  }

  /** All of it as Prometheus reads it (text format 0.0.4). */
  public String text() {
    return registry.scrape();
  }
}
