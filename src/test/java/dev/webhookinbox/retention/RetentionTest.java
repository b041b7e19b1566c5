package dev.webhookinbox.retention;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetentionTest {

  @Test
  @DisplayName(
      "P12: retention rests nine times as long as a pass took, and never so long that it seems to stand")
  void rest() {
    assertThat(Retention.restAfter(Duration.ofMillis(50))).isEqualTo(Duration.ofMillis(450));
    assertThat(Retention.restAfter(Duration.ofMinutes(1))).isEqualTo(Duration.ofMinutes(9));
    assertThat(Retention.restAfter(Duration.ofHours(3))).isEqualTo(Duration.ofMinutes(10));
  }
}
