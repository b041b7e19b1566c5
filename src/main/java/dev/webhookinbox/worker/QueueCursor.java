package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.QueuePosition;
import java.time.Duration;
import java.util.List;

/**
 * Remembers where the last claim ended, so that the next need not step over the dead rows before
 * it. Returns to the start when a claim finds nothing, and every two seconds, for jobs that were
 * committed late, retried by hand or taken from a dead worker. Used by one thread at a time.
 */
final class QueueCursor {

  private static final long FRESH_NANOS = Duration.ofSeconds(2).toNanos();

  private QueuePosition position = QueuePosition.START;
  private long startedAt;

  /** Where the next claim should begin. */
  QueuePosition next(long nanoTime) {
    if (nanoTime - startedAt > FRESH_NANOS) {
      position = QueuePosition.START;
    }
    if (position.equals(QueuePosition.START)) {
      startedAt = nanoTime;
    }
    return position;
  }

  /** Learns from what a claim returned, in the queue's order. */
  void claimed(List<ClaimedJob> jobs) {
    position = jobs.isEmpty() ? QueuePosition.START : jobs.get(0).position();
  }
}
