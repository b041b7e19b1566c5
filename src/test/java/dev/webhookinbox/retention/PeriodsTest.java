package dev.webhookinbox.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.platform.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PeriodsTest {

  private static Settings settings(Map<String, String> more) {
    Map<String, String> values = new TreeMap<>(Sources.settings());
    values.putAll(more);
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  private static Periods periods(Settings settings) {
    Periods periods = new Periods();
    periods.configure(settings);
    return periods;
  }

  @Test
  @DisplayName("P12: payloads are kept 30 days and identities 35, unless said otherwise")
  void defaults() {
    Settings settings = settings(Map.of("inbox.source.stripe.retention.payload", "P90D"));
    Map<String, Periods.Period> periods = periods(settings).bySource();

    assertThat(periods.get("standard"))
        .isEqualTo(new Periods.Period(Duration.ofDays(30), Duration.ofDays(35)));
    assertThat(periods.get("stripe"))
        .isEqualTo(new Periods.Period(Duration.ofDays(90), Duration.ofDays(90)));
    assertThat(settings.faults()).isEmpty();
  }

  @Test
  @DisplayName(
      "P12: an identity that goes before its payload, or while its provider delivers again, is a fault")
  void tooShort() {
    Settings settings =
        settings(
            Map.of(
                "inbox.source.standard.retention.identity", "P29D",
                "inbox.source.stripe.retention.payload", "PT1H",
                "inbox.source.stripe.retention.identity", "PT2H",
                "inbox.source.github.retention.payload", "never"));
    new Periods().read(settings);

    assertThat(settings.faults())
        .hasSize(3)
        .anyMatch(fault -> fault.startsWith("inbox.source.standard.retention.identity is below"))
        .anyMatch(fault -> fault.startsWith("inbox.source.stripe.retention.identity is below"))
        .anyMatch(fault -> fault.startsWith("inbox.source.github.retention.payload is not an ISO"));
  }

  @Test
  @DisplayName("a fault that two rooms find is told once")
  void once() {
    Settings settings = settings(Map.of("inbox.source.standard.secret", ""));
    new Periods().read(settings);
    new Periods().read(settings);

    assertThat(settings.faults()).hasSize(1);
  }
}
