package dev.webhookinbox.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  @DisplayName(
      "P1 to P11, P13, P16: three servers lose nothing, double nothing and keep every order under wrong clocks and faults of servers, database, networks and the other system")
  void campaign() throws InterruptedException, IOException {
    Verdict verdict = new Campaign(directory, SEED, LENGTH, CALM).run(SENDERS, BETWEEN);

    System.out.println(verdict.report());
    assertThat(verdict.violations()).as(verdict.report()).isEmpty();
    assertThat(verdict.acknowledged()).isPositive();
    assertThat(verdict.faultsInjected()).isPositive();
    assertThat(verdict.longestRefusal()).isLessThan(Duration.ofMinutes(2));
  }
}
