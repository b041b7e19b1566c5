package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    meters.counter("inbox_receipts_total", "source", "a", "result", "b");
    assertThat(lines())
        .containsExactly(
            "# TYPE inbox_receipts_total counter",
            "inbox_receipts_total{result=\"b\",source=\"a\"} 0.0");
    meters.counter("inbox_receipts_total", "source", "a", "result", "b").increment(2);
    assertThat(lines()).contains("inbox_receipts_total{result=\"b\",source=\"a\"} 2.0");
  }

  @Test
  @DisplayName(
      "each bucket of a histogram holds those before it, and a bound belongs to its bucket")
  void histogram() {
    meters.histogram("inbox_queue_seconds").record(Duration.ofMillis(1));
    meters.histogram("inbox_queue_seconds").record(Duration.ofMillis(30));
    meters.histogram("inbox_queue_seconds").record(Duration.ofHours(2));

    assertThat(lines())
        .contains(
            "# TYPE inbox_queue_seconds histogram",
            "inbox_queue_seconds_bucket{le=\"0.001\"} 1",
            "inbox_queue_seconds_bucket{le=\"0.025\"} 1",
            "inbox_queue_seconds_bucket{le=\"0.05\"} 2",
            "inbox_queue_seconds_bucket{le=\"3600.0\"} 2",
            "inbox_queue_seconds_bucket{le=\"+Inf\"} 3",
            "inbox_queue_seconds_count 3",
            "inbox_queue_seconds_sum 7200.031");
  }

  @Test
  @DisplayName("gauges take new values, and go with their labels")
  void gauges() {
    meters.gauges("inbox_jobs").register(List.of(Row.of(Tags.of("source", "a"), 1)), true);
    meters.gauges("inbox_jobs").register(List.of(Row.of(Tags.of("source", "a"), 2)), true);
    assertThat(lines()).containsExactly("# TYPE inbox_jobs gauge", "inbox_jobs{source=\"a\"} 2.0");

    meters.gauges("inbox_jobs").register(List.of(), true);
    assertThat(lines()).isEmpty();
  }

  @Test
  @DisplayName("what is measured says what it is, and nothing is measured that does not")
  void help() {
    meters.counter("inbox_retries_total", "route", "r");

    assertThat(meters.text())
        .contains(
            "# HELP inbox_retries_total Calls of routes and handlers that were not the first.");
    assertThatThrownBy(() -> meters.counter("unknown_total")).hasMessage("unknown_total");
  }
}
