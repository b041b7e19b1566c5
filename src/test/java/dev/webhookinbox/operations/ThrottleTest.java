package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ThrottleTest {

  private final AtomicLong time = new AtomicLong();
  private final Throttle throttle = new Throttle(time::get, 100);

  private void fail(int times) {
    for (int n = 0; n < times; n++) {
      throttle.failed("a");
    }
  }

  @Test
  @DisplayName("the wait doubles from the fifth failure on, up to 64 seconds")
  void doubles() {
    fail(4);
    assertThat(throttle.wait("a")).isZero();
    fail(1);
    assertThat(throttle.wait("a")).isEqualTo(1);
    fail(1);
    assertThat(throttle.wait("a")).isEqualTo(2);
    fail(50);
    assertThat(throttle.wait("a")).isEqualTo(64);
    assertThat(throttle.wait("b")).isZero();
  }

  @Test
  @DisplayName("waits end, and failures are forgotten after a quarter of an hour")
  void ends() {
    fail(6);
    time.addAndGet(Duration.ofMillis(1_500).toNanos());
    assertThat(throttle.wait("a")).isEqualTo(1);
    time.addAndGet(Duration.ofMinutes(16).toNanos());
    fail(1);
    assertThat(throttle.wait("a")).isZero();
  }

  @Test
  @DisplayName("it remembers a bounded number")
  void bounded() {
    for (int n = 0; n < 1_000; n++) {
      throttle.failed("key " + n);
    }
    assertThat(throttle.size()).isEqualTo(100);
  }

  @Test
  @DisplayName("an allowance is so many a minute for each user")
  void allowance() {
    Allowance allowance = new Allowance(2, time::get);

    assertThat(allowance.take("a")).isZero();
    time.addAndGet(Duration.ofSeconds(20).toNanos());
    assertThat(allowance.take("a")).isZero();
    assertThat(allowance.take("a")).isEqualTo(40);
    assertThat(allowance.take("b")).isZero();
    time.addAndGet(Duration.ofSeconds(40).toNanos());
    assertThat(allowance.take("a")).isZero();
  }
}
