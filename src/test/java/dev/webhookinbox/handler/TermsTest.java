package dev.webhookinbox.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TermsTest {

  @ParameterizedTest
  @CsvSource({"10/PT1S, PT0.1S", "1/PT1M, PT1M", "1000/PT1H, PT3.6S", "1/PT1H, PT1H"})
  @DisplayName("a rate is so many calls in a time")
  void rates(String rate, Duration interval) {
    assertThat(Terms.intervalOf(rate)).contains(interval);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "0/PT1S", "-1/PT1S", "10/s", "10/P", "1/PT2H", "999999/PT1S", "1/PT0S"})
  @DisplayName("what is no rate is none")
  void noRates(String rate) {
    assertThat(Terms.intervalOf(rate)).isEmpty();
  }

  private static Registration taking(String provider, String... types) {
    return new Registration(
        "h", null, provider, List.of(types), null, Terms.NONE, event -> Outcome.done());
  }

  @Test
  @DisplayName("P11: two handlers meet where an event can be of both")
  void meeting() {
    assertThat(taking("*", "a.*").meets(taking("stripe", "a.b"))).isTrue();
    assertThat(taking("*", "a.b.*").meets(taking("*", "a.*"))).isTrue();
    assertThat(taking("*", "a.b").meets(taking("*", "*"))).isTrue();
    assertThat(taking("*", "a.*").meets(taking("*", "b.*"))).isFalse();
    assertThat(taking("stripe", "a").meets(taking("github", "a"))).isFalse();
  }
}
