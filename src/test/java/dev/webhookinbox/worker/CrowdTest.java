package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CrowdTest {

  private final long now = System.nanoTime();

  @Test
  @DisplayName(
      "who finds no place is told to come later than the one before, in steps of a call's time a place")
  void queue() {
    Crowd crowd = new Crowd(2);
    assertThat(crowd.enter(now)).isNull();
    assertThat(crowd.enter(now)).isNull();
    for (int n = 0; n < 60; n++) {
      crowd.leave(Duration.ofSeconds(1));
      assertThat(crowd.enter(now)).isNull();
    }
    List<Duration> waits = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      waits.add(Objects.requireNonNull(crowd.enter(now)));
    }
    assertThat(waits).isSorted().doesNotHaveDuplicates();
    assertThat(waits.get(9)).isBetween(Duration.ofSeconds(4), Duration.ofMillis(5_500));
  }

  @Test
  @DisplayName("no wait is longer than ten minutes, however long the queue")
  void bounded() {
    Crowd crowd = new Crowd(1);
    crowd.enter(now);
    Duration longest = Duration.ZERO;
    for (int n = 0; n < 100_000; n++) {
      Duration wait = Objects.requireNonNull(crowd.enter(now));
      longest = wait.compareTo(longest) > 0 ? wait : longest;
    }
    assertThat(longest).isLessThanOrEqualTo(Duration.ofMinutes(10));
  }

  @Test
  @DisplayName("a place that is left is free")
  void leaving() {
    Crowd crowd = new Crowd(1);
    assertThat(crowd.enter(now)).isNull();
    crowd.leave(null);
    assertThat(crowd.enter(now)).isNull();
  }
}
