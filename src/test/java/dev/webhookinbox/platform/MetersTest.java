package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MetersTest {

  private final Meters meters = new Meters();

  private List<String> lines() {
    return meters.text().lines().filter(line -> !line.startsWith("# HELP")).toList();
  }

  @Test
  @DisplayName("a counter appears with 0 and grows")
  void counter() {
    meters.counter("c_total", "source", "a", "result", "b");
    assertThat(lines())
        .containsExactly("# TYPE c_total counter", "c_total{result=\"b\",source=\"a\"} 0.0");
    meters.counter("c_total", "source", "a", "result", "b").increment(2);
    assertThat(lines()).contains("c_total{result=\"b\",source=\"a\"} 2.0");
  }

  @Test
  @DisplayName(
      "each bucket of a histogram holds those before it, and a bound belongs to its bucket")
  void histogram() {
    meters.histogram("h_seconds").record(Duration.ofMillis(1));
    meters.histogram("h_seconds").record(Duration.ofMillis(30));
    meters.histogram("h_seconds").record(Duration.ofHours(2));

    assertThat(lines())
        .contains(
            "# TYPE h_seconds histogram",
            "h_seconds_bucket{le=\"0.001\"} 1",
            "h_seconds_bucket{le=\"0.025\"} 1",
            "h_seconds_bucket{le=\"0.05\"} 2",
            "h_seconds_bucket{le=\"3600.0\"} 2",
            "h_seconds_bucket{le=\"+Inf\"} 3",
            "h_seconds_count 3",
            "h_seconds_sum 7200.031");
  }

  @Test
  @DisplayName("gauges take new values, and go with their labels")
  void gauges() {
    meters.gauges("g").register(List.of(Row.of(Tags.of("source", "a"), 1)), true);
    meters.gauges("g").register(List.of(Row.of(Tags.of("source", "a"), 2)), true);
    assertThat(lines()).containsExactly("# TYPE g gauge", "g{source=\"a\"} 2.0");

    meters.gauges("g").register(List.of(), true);
    assertThat(lines()).isEmpty();
  }
}
