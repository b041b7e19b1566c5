package dev.webhookinbox.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.handler.Ordering;
import dev.webhookinbox.handler.Terms;
import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.retry.Jitter;
import dev.webhookinbox.retry.Retries;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTermsTest {

  private static Settings of(Map<String, String> values) {
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  @Test
  @DisplayName("P11: order and limits are read, and there are none by default")
  void read() {
    Settings settings =
        of(
            Map.of(
                "r.order-by",
                "/id",
                "r.order",
                "provider",
                "r.order-failed",
                "pass",
                "r.concurrency",
                "3",
                "r.rate",
                "10/PT1S",
                "r.retry.max-attempts",
                "3",
                "r.retry.jitter",
                "equal",
                "r.circuit",
                "0"));

    assertThat(RouteTerms.read(settings, "r."))
        .isEqualTo(
            new Terms(
                new Ordering("/id", "provider", false),
                3,
                Duration.ofMillis(100),
                1,
                new Retries(3, null, null, null, Jitter.EQUAL, null),
                0));
    assertThat(settings.faults()).isEmpty();
    assertThat(RouteTerms.read(of(Map.of()), "r.")).isEqualTo(Terms.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "r.order-by, id",
    "r.order-by, ''",
    "r.order, accepted",
    "r.order-failed, block",
    "r.concurrency, 0",
    "r.rate, 10 per second",
    "r.circuit, -1",
    "r.retry.jitter, some",
    "r.retry.factor, 0.5",
    "r.retry.max-age, soon",
    "r.retry.max-delay, PT0.001S",
  })
  @DisplayName("P11: what cannot be is a fault that names its key and not the value")
  void faults(String key, String value) {
    Settings settings = of(Map.of(key, value));
    RouteTerms.read(settings, "r.");

    assertThat(settings.faults()).singleElement().asString().startsWith(key + " ");
    if (!value.isEmpty() && !key.startsWith("r.order")) {
      assertThat(settings.faults().get(0)).doesNotContain(value + ":");
    }
  }
}
