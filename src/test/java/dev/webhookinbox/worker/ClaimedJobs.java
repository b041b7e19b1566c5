package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.BodyFacts;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.JobKey;
import dev.webhookinbox.inbox.QueuePosition;
import java.time.Duration;
import java.time.Instant;

/** Jobs as a claim returns them. */
final class ClaimedJobs {

  /** One that stands in no order, at its first attempt. */
  static ClaimedJob of(String eventId, int bytes) {
    return new ClaimedJob(
        new JobKey("p", "a", eventId),
        1,
        "s",
        "t",
        null,
        1,
        Instant.EPOCH,
        QueuePosition.START,
        new byte[bytes],
        null,
        null,
        Duration.ZERO,
        null,
        false,
        false,
        null,
        Duration.ZERO,
        BodyFacts.WHOLE,
        false,
        false);
  }

  private ClaimedJobs() {}
}
