package dev.webhookinbox.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.SignedRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What a sender is told while the database does not take its delivery. */
final class TryAgain {

  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(5);

  /** P5: 503 with {@code Retry-After}, in time. */
  static void assertAnsweredTo(Hooks hooks, SignedRequest delivery) {
    long before = System.nanoTime();
    HttpResponse<String> answer = hooks.send("standard", delivery);
    Duration took = Duration.ofNanos(System.nanoTime() - before);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(took).isLessThan(LONGEST_ANSWER);
  }

  private TryAgain() {}
}
