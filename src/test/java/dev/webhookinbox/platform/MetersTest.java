package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MetersTest {

  private final Meters meters = new Meters();

  private List<String> lines() {
    return meters.samples().stream().map(Sample::toString).toList();
  }

  @Test
  @DisplayName("a counter appears with 0 and grows")
  void counter() {
    Series series = Series.of("c_total", "source", "a", "result", "b");
    meters.add(series, 0);
    assertThat(lines()).containsExactly("c_total{source=\"a\",result=\"b\"} 0");
    meters.add(series, 2);
    assertThat(lines()).containsExactly("c_total{source=\"a\",result=\"b\"} 2");
  }

  @Test
  @DisplayName("a label that holds quotes, backslashes and line ends stays one label")
  void escaped() {
    meters.add(Series.of("c_total", "route", "a\"}\\\n"), 1);
    assertThat(lines()).containsExactly("c_total{route=\"a\\\"}\\\\\\n\"} 1");
  }

  @Test
  @DisplayName(
      "each bucket of a histogram holds those before it, and a bound belongs to its bucket")
  void histogram() {
    meters.time("h_seconds", Duration.ofMillis(1));
    meters.time("h_seconds", Duration.ofMillis(30));
    meters.time("h_seconds", Duration.ofHours(2));

    assertThat(lines())
        .contains(
            "h_seconds_bucket{le=\"0.001\"} 1",
            "h_seconds_bucket{le=\"0.025\"} 1",
            "h_seconds_bucket{le=\"0.05\"} 2",
            "h_seconds_bucket{le=\"3600\"} 2",
            "h_seconds_bucket{le=\"+Inf\"} 3",
            "h_seconds_count 3",
            "h_seconds_sum 7200.031000000");
    assertThat(meters.samples()).extracting(Sample::family).containsOnly("h_seconds");
  }
}
