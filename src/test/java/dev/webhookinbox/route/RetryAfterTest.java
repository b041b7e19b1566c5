package dev.webhookinbox.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  @DisplayName("Retry-After is read as seconds and as a date, and never asks for more than a day")
  void values() {
    assertThat(RetryAfter.parse("120", NOW)).contains(Duration.ofMinutes(2));
    assertThat(RetryAfter.parse("Tue, 1 Dec 2026 12:00:30 GMT", NOW))
        .contains(Duration.ofSeconds(30));
    assertThat(RetryAfter.parse("999999999", NOW)).contains(Duration.ofDays(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-5", "soon", "99999999999999999999", "Tue, 1 Dec 2026 11:00:00 GMT"})
  @DisplayName("a Retry-After that says nothing is ignored")
  void nonsense(String value) {
    assertThat(RetryAfter.parse(value, NOW)).isEmpty();
  }
}
