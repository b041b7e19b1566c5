package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.inbox.Rates;
import dev.webhookinbox.inbox.Settlement;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Whether a handler may be called now: it is not paused, and within its limits. */
@Dependent
class Admission {

  private final Map<String, Crowd> crowds = new ConcurrentHashMap<>();

  @Inject Pauses pauses;
  @Inject Rates rates;

  /** Null where events of this source may be handled, else how the job waits. */
  @Nullable Settlement ofSource(String source) {
    String subject = Pauses.source(source);
    return pauses.isPaused(subject) ? new Settlement.Parked(subject) : null;
  }

  /** Null if the call may begin now, and {@link #left} must follow; else how the job waits. */
  @Nullable Settlement enter(ClaimedJob job, Registration taker) {
    String subject = Pauses.route(taker.label());
    if (pauses.isPaused(subject)) {
      return new Settlement.Parked(subject);
    }
    Crowd crowd = crowd(taker);
    Duration wait = crowd == null ? null : crowd.enter(System.nanoTime());
    if (wait != null) {
      return new Settlement.Later(wait, job.slotOf());
    }
    Settlement tooSoon = atItsRate(job, taker);
    if (tooSoon != null && crowd != null) {
      crowd.leave(null);
    }
    return tooSoon;
  }

  private @Nullable Settlement atItsRate(ClaimedJob job, Registration taker) {
    Duration interval = taker.terms().interval();
    if (interval.isZero() || taker.name().equals(job.slotOf())) {
      return null;
    }
    Duration wait = rates.reserve(taker.name(), interval);
    return wait.isZero() ? null : new Settlement.Later(wait, taker.name());
  }

  /** A call that was entered has ended. */
  void left(Registration taker, Duration ran) {
    Crowd crowd = crowd(taker);
    if (crowd != null) {
      crowd.leave(ran);
    }
  }

  private @Nullable Crowd crowd(Registration taker) {
    int most = taker.terms().concurrency();
    return most == Integer.MAX_VALUE
        ? null
        : crowds.computeIfAbsent(taker.name(), name -> new Crowd(most));
  }
}
