package dev.webhookinbox.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {

  private final RetryPolicy policy =
      new RetryPolicy(5, Duration.ofSeconds(2), Duration.ofSeconds(30));

  @Test
  @DisplayName("P10: the ceiling doubles from the base and stops at the longest delay")
  void ceiling() {
    assertThat(policy.ceilingAfter(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(policy.ceilingAfter(2)).isEqualTo(Duration.ofSeconds(4));
    assertThat(policy.ceilingAfter(4)).isEqualTo(Duration.ofSeconds(16));
    assertThat(policy.ceilingAfter(5)).isEqualTo(Duration.ofSeconds(30));
    assertThat(policy.ceilingAfter(1_000_000)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  @DisplayName("P10: the jitter is full, from nothing to the ceiling")
  void jitter() {
    assertThat(policy.waitAfter(3, () -> 0)).isZero();
    assertThat(policy.waitAfter(3, () -> 0.5)).isEqualTo(Duration.ofSeconds(4));
    assertThat(policy.waitAfter(3, () -> 1)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  @DisplayName("P10: attempts are bounded")
  void bounded() {
    assertThat(policy.exhaustedAfter(4)).isFalse();
    assertThat(policy.exhaustedAfter(5)).isTrue();
    assertThat(policy.exhaustedAfter(6)).isTrue();
  }

  @Test
  @DisplayName("a longest delay below the base is a fault that names the key")
  void contradiction() {
    Map<String, String> values =
        Map.of("inbox.retry.base", "PT10S", "inbox.retry.max-delay", "PT1S");
    Settings settings = new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());

    RetryPolicy.read(settings);

    assertThat(settings.faults()).singleElement().asString().contains("inbox.retry.max-delay");
  }
}
