package dev.webhookinbox.platform;

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
    return registry.counter(name, labels);
  }

  /** The histogram of times of this name, which appears with 0. */
  public Timer histogram(String name) {
    return Timer.builder(name).serviceLevelObjectives(BOUNDS).register(registry);
  }

  /** The gauges of this name, whose labels come and go. */
  public MultiGauge gauges(String name) {
    return gauges.computeIfAbsent(name, any -> MultiGauge.builder(name).register(registry));
  }

  /** All of it as Prometheus reads it (text format 0.0.4). */
  public String text() {
    return registry.scrape();
  }
}
