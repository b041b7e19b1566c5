package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HeldTest {

  private static final Duration LEASE = Duration.ofSeconds(60);

  private static Held claimed(Duration ago) {
    return new Held(ClaimedJobs.of("e", 0), LEASE, System.nanoTime() - ago.toNanos());
  }

  @Test
  @DisplayName("P7: a lease that nobody renewed in its time is lost, before anybody tells so")
  void paused() {
    assertThat(claimed(LEASE.minusSeconds(10)).isLost()).isFalse();
    assertThat(claimed(LEASE).isLost()).isTrue();
  }

  @Test
  @DisplayName("P7: a renewal counts from when it was sent")
  void renewed() {
    Held held = claimed(LEASE);
    held.renewed(System.nanoTime() - LEASE.minusSeconds(10).toNanos());
    assertThat(held.isLost()).isFalse();
    held.renewed(System.nanoTime() - LEASE.toNanos());
    assertThat(held.isLost()).isTrue();
  }

  @Test
  @DisplayName("P7: what is known to be lost stays so, whatever is renewed")
  void told() {
    Held held = claimed(Duration.ZERO);
    held.lose();
    held.renewed(System.nanoTime());
    assertThat(held.isLost()).isTrue();
  }
}
