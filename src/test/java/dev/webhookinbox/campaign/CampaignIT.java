package dev.webhookinbox.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The campaign, by default in its short form. Longer by hand: {@code -Dcampaign.seconds=1800
 * -Dcampaign.seed=7 -Dcampaign.senders=8 -Dcampaign.pause=20}.
 */
@Tag("alone")
class CampaignIT {

  private static final Duration LENGTH =
      Duration.ofSeconds(Integer.getInteger("campaign.seconds", 110));
  private static final long SEED = Long.getLong("campaign.seed", 1);
  private static final int SENDERS = Integer.getInteger("campaign.senders", 8);
  private static final Duration BETWEEN =
      Duration.ofMillis(Integer.getInteger("campaign.pause", 40));
  private static final Duration CALM = Duration.ofSeconds(1);

  @TempDir static Path directory;
  private static Verdict verdict;

  @BeforeAll
  static void run() throws InterruptedException, IOException {
    verdict = new Campaign(directory, SEED, LENGTH, CALM).run(SENDERS, BETWEEN);
    System.out.println(verdict.report());
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          P1, P6 | every acknowledged event is there and came to its end
          P7, P8 | its local effect took place once
          P9     | an action in the other system took place once
          P11    | the events of a key took effect in their order
          P13    | no log holds a payload, a secret or a signature
          P      | nothing else was found either
          """)
  @DisplayName(
      "under wrong clocks and faults of servers, database, networks and the other system, on three servers")
  void holds(String promises, String what) {
    assertThat(verdict.violations(promises)).as(verdict.report()).isEmpty();
  }

  @Test
  @DisplayName("P1: what was valid was taken soon after each fault, by somebody")
  void refusals() {
    assertThat(verdict.acknowledged()).isPositive();
    assertThat(verdict.longestRefusal()).isLessThan(Duration.ofMinutes(2));
  }

  @Test
  @DisplayName("faults were injected, each kind before any came again")
  void faults() {
    IntSummaryStatistics times =
        Arrays.stream(Fault.values())
            .mapToInt(fault -> verdict.faults().getOrDefault(fault, 0))
            .summaryStatistics();

    assertThat(times.getSum()).isPositive();
    assertThat(times.getMax() - times.getMin()).as(verdict.report()).isLessThanOrEqualTo(1);
  }
}
