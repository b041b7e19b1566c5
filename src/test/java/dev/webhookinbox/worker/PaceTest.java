package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.inbox.ClaimedJob;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PaceTest {

  private final long start = System.nanoTime();

  private static long later(long start, long millis) {
    return start + Duration.ofMillis(millis).toNanos();
  }

  private static Pace paceOf(int jobsInASecond, long start) {
    Pace pace = new Pace(4, 500);
    pace.most(later(start, 1_000));
    for (int n = 0; n < jobsInASecond; n++) {
      pace.ended();
    }
    return pace;
  }

  @Test
  @DisplayName("slow handlers keep no job beyond those that they run")
  void slow() {
    assertThat(paceOf(4, start).most(later(start, 2_000))).isEqualTo(4);
  }

  @Test
  @DisplayName("quick handlers have at hand what they do in 50 ms, and no more than a batch")
  void quick() {
    assertThat(paceOf(2_000, start).most(later(start, 2_000))).isBetween(4 + 99, 4 + 101);
    assertThat(paceOf(100_000, start).most(later(start, 2_000))).isEqualTo(4 + 500);
  }

  @Test
  @DisplayName("large bodies bound what is at hand to 16 MiB")
  void large() {
    Pace pace = paceOf(100_000, start);
    pace.claimed(Collections.nCopies(100, job(1 << 20)));

    assertThat(pace.most(later(start, 2_000))).isBetween(4 + 16, 4 + 17);
  }

  private static ClaimedJob job(int bytes) {
    return ClaimedJobs.of("e", bytes);
  }
}
