package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogLineTest {

  @Test
  @DisplayName("plain values stand as they are, none is left out")
  void plain() {
    assertThat(
            LogLine.of("WHI-232 failed")
                .with("source", "orders")
                .with("event", "evt_1")
                .with("attempt", 3)
                .with("outcome", null)
                .with("type", ""))
        .hasToString("WHI-232 failed source=orders event=evt_1 attempt=3");
  }

  @Test
  @DisplayName("a value of others' making begins no other line and no other field")
  void escaped() {
    assertThat(LogLine.of("x").with("event", "a b=\"c\"\\\nWHI-999 \u001b[31m\u2028é"))
        .hasToString("x event=\"a b=\\\"c\\\"\\\\\\u000aWHI-999 \\u001b[31m\\u2028\\u00e9\"");
    assertThat(LogLine.of("x").with("event", "y".repeat(10_000)).toString()).hasSizeLessThan(600);
  }
}
