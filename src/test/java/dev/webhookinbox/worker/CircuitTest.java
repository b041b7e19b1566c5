package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.inbox.JobKey;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CircuitTest {

  private final Circuit circuit = new Circuit(3);
  private long now = System.nanoTime();

  private static JobKey event(int n) {
    return new JobKey("p", "a", "e" + n);
  }

  private void open() {
    assertThat(circuit.isAway(event(1), now)).isFalse();
    assertThat(circuit.isAway(event(2), now)).isFalse();
    assertThat(circuit.isAway(event(3), now)).isTrue();
  }

  @Test
  @DisplayName("calls are made until several in a row found the other system away")
  void closed() {
    circuit.isAway(event(1), now);
    circuit.isAway(event(2), now);
    assertThat(circuit.isBack()).isFalse();
    circuit.isAway(event(3), now);
    circuit.isAway(event(4), now);

    assertThat(circuit.enter(now)).isNull();
  }

  @Test
  @DisplayName("one event that alone finds it away keeps nobody from calling")
  void oneEvent() {
    for (int n = 0; n < 10; n++) {
      assertThat(circuit.isAway(event(1), now)).isFalse();
    }
    assertThat(circuit.enter(now)).isNull();
  }

  @Test
  @DisplayName(
      "while it is away one call at a time is let through, each later than the one before, to 30 s")
  void probes() {
    open();
    long before = 0;
    for (int n = 0; n < 8; n++) {
      Duration wait = Objects.requireNonNull(circuit.enter(now));
      long steps = 0;
      while (circuit.enter(now) != null) {
        now += Duration.ofMillis(100).toNanos();
        steps++;
      }
      assertThat(wait.toMillis()).isLessThanOrEqualTo(60_000);
      assertThat(circuit.enter(now)).as("a second call beside").isNotNull();
      assertThat(steps).isGreaterThanOrEqualTo(before).isLessThanOrEqualTo(301);
      before = steps;
      assertThat(circuit.isAway(event(9), now)).isFalse();
    }
    assertThat(before).isGreaterThan(290);
  }

  @Test
  @DisplayName("when one finds it back all are called again")
  void back() {
    open();

    assertThat(circuit.isBack()).isTrue();
    assertThat(circuit.enter(now)).isNull();
  }
}
