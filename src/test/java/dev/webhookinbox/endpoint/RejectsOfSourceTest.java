package dev.webhookinbox.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.endpoint.Rejects.Reject;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RejectsOfSourceTest {

  private static Reject reject(int second, String reason, String remote) {
    Instant at = Instant.ofEpochSecond(second);
    return new Reject(at, at, 1, "s", reason, 7, remote);
  }

  @Test
  @DisplayName("a flood from many addresses keeps so many entries, the latest, and counts them all")
  void flood() {
    RejectsOfSource rejects = new RejectsOfSource();
    for (int n = 0; n < 100_000; n++) {
      rejects.add(reject(n, "no signature matches", "10.0." + n / 256 + "." + n % 256));
    }

    assertThat(rejects.latest()).hasSize(RejectsOfSource.MOST);
    assertThat(rejects.latest()).allMatch(it -> it.lastAt().getEpochSecond() >= 99_950);
    assertThat(rejects.byReason()).containsEntry("no signature matches", 100_000L);
  }

  @Test
  @DisplayName("a flood from one address is one entry, and hides no other")
  void oneSender() {
    RejectsOfSource rejects = new RejectsOfSource();
    rejects.add(reject(1, "token absent", "10.0.0.1"));
    for (int n = 2; n < 1_000; n++) {
      rejects.add(reject(n, "no token matches", "10.0.0.2"));
    }

    assertThat(rejects.latest()).hasSize(2);
    assertThat(rejects.latest().get(1).times()).isEqualTo(998);
    assertThat(rejects.latest().get(1).firstAt()).isEqualTo(Instant.ofEpochSecond(2));
  }

  @Test
  @DisplayName("reasons of a profile that makes them up do not fill the memory")
  void reasons() {
    RejectsOfSource rejects = new RejectsOfSource();
    for (int n = 0; n < 1_000; n++) {
      rejects.add(reject(n, "reason " + n, "10.0.0.1"));
    }

    assertThat(rejects.byReason().size()).isLessThan(40);
    assertThat(rejects.byReason().values().stream().mapToLong(it -> it).sum()).isEqualTo(1_000);
  }
}
