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
      new RetryPolicy(
          5, Duration.ofSeconds(2), 2, Duration.ofSeconds(30), Jitter.FULL, Duration.ofHours(1));

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
    assertThat(policy.waitAfter(3, Duration.ZERO, () -> 0)).isZero();
    assertThat(policy.waitAfter(3, Duration.ZERO, () -> 0.5)).isEqualTo(Duration.ofSeconds(4));
    assertThat(policy.waitAfter(3, Duration.ZERO, () -> 1)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  @DisplayName("P10: attempts are bounded")
  void bounded() {
    assertThat(policy.exhaustedAfter(4, Duration.ZERO)).isFalse();
    assertThat(policy.exhaustedAfter(5, Duration.ZERO)).isTrue();
    assertThat(policy.exhaustedAfter(6, Duration.ZERO)).isTrue();
  }

  @Test
  @DisplayName("P10: so is the time after the first attempt")
  void aged() {
    assertThat(policy.exhaustedAfter(1, Duration.ofMinutes(59))).isFalse();
    assertThat(policy.exhaustedAfter(1, Duration.ofHours(1))).isTrue();
  }

  @Test
  @DisplayName("P10: the last wait ends where the job becomes too old")
  void cutToTheAge() {
    Duration age = Duration.ofMinutes(60).minusSeconds(3);

    assertThat(policy.waitAfter(3, age, () -> 1)).isEqualTo(Duration.ofSeconds(3));
    assertThat(policy.waitAfter(3, age, () -> 0.25)).isEqualTo(Duration.ofSeconds(2));
    assertThat(policy.waitAfter(3, Duration.ofMinutes(61), () -> 1)).isZero();
  }

  @Test
  @DisplayName("P10: a route's own policy counts, and the rest is the general one's")
  void over() {
    RetryPolicy own =
        new Retries(3, null, 1.5, null, Jitter.EQUAL, Duration.ofMinutes(1)).over(policy);

    assertThat(own)
        .isEqualTo(
            new RetryPolicy(
                3,
                Duration.ofSeconds(2),
                1.5,
                Duration.ofSeconds(30),
                Jitter.EQUAL,
                Duration.ofMinutes(1)));
    assertThat(own.ceilingAfter(3)).isEqualTo(Duration.ofMillis(4_500));
    assertThat(own.waitAfter(3, Duration.ZERO, () -> 0)).isEqualTo(Duration.ofMillis(2_250));
    assertThat(Retries.NONE.over(policy)).isEqualTo(policy);
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
