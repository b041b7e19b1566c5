package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MetricsTokenTest {

  private static Settings settings(String token) {
    Map<String, String> values = Map.of("inbox.metrics.token", token);
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  private static boolean opens(String token, String method, String path, String authorization) {
    MetricsToken own = new MetricsToken();
    own.configure(settings(token));
    return own.opens(method, path, authorization);
  }

  @Test
  @DisplayName("the token opens the metrics to be read, and nothing else")
  void opens() {
    assertThat(opens("12345678", "GET", "metrics", "Bearer 12345678")).isTrue();
    assertThat(opens("12345678", "GET", "metrics", "bearer 12345678")).isTrue();
    assertThat(opens("12345678", "POST", "metrics", "Bearer 12345678")).isFalse();
    assertThat(opens("12345678", "GET", "events", "Bearer 12345678")).isFalse();
    assertThat(opens("12345678", "GET", "metrics", "Bearer 1234567")).isFalse();
    assertThat(opens("12345678", "GET", "metrics", "Basic 12345678")).isFalse();
  }

  @Test
  @DisplayName("P13: a token that is too short is a fault that does not show it")
  void tooShort() {
    Settings settings = settings("1234567");
    new MetricsToken().read(settings);

    assertThat(settings.faults())
        .singleElement()
        .asString()
        .startsWith("inbox.metrics.token is easy to guess")
        .doesNotContain("1234567");
  }
}
