package dev.webhookinbox.inbox;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in this node's hands until its lease ends.
 *
 * @param token the fencing token of this holding; every later change of the job must carry it
 * @param attempt 1 for the first
 * @param position where it stood in the queue
 * @param body the bytes as they were kept; null if their retention has passed, empty if they cannot
 *     be read now
 * @param waited how long it had been due
 * @param orderKey by which it is handled in order; null if it is not
 * @param isVersioned whether its order is the provider's
 * @param isStale whether its key has come further than this event already
 * @param slotOf the route at whose rate it has its turn now; null for none
 * @param age the time since the first attempt of its budget
 * @param facts what is known of the body
 * @param isSuspect whether it may be what ended its last two workers; no node has two such in hand
 * @param isMarked whether it is over for one of its handlers
 */
@SuppressWarnings(
    "ArrayRecordComponent") // identity is that of the lease; a copy would cost its size
public record ClaimedJob(
    JobKey key,
    long token,
    String source,
    String eventType,
    @Nullable String objectKey,
    int attempt,
    Instant acceptedAt,
    QueuePosition position,
    byte @Nullable [] body,
    @Nullable String contentType,
    @Nullable String contentEncoding,
    Duration waited,
    @Nullable String orderKey,
    boolean isVersioned,
    boolean isStale,
    @Nullable String slotOf,
    Duration age,
    BodyFacts facts,
    boolean isSuspect,
    boolean isMarked) {

  /** In which it is handled in order; null if it is not. */
  public @Nullable Lane lane() {
    return orderKey == null ? null : new Lane(key.provider(), key.accountScope(), orderKey);
  }

  /** What identifies this holding among all holdings of all jobs. */
  public Lease lease() {
    return new Lease(key, token);
  }
}
