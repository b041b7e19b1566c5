package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Pauses;
import dev.webhookinbox.inbox.Rates;
import dev.webhookinbox.inbox.Settlement;
import dev.webhookinbox.platform.Meters;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Whether a handler may be called now: it is not paused, and within its limits. */
@Dependent
class Admission {

  private static final System.Logger LOG = System.getLogger(Admission.class.getName());

  private static final Duration SLOT_LASTS = Duration.ofSeconds(10);

  private final Map<String, Crowd> crowds = new ConcurrentHashMap<>();
  private final Map<String, Circuit> circuits = new ConcurrentHashMap<>();

  @Inject Pauses pauses;
  @Inject Rates rates;
  @Inject Meters meters;

  /** Null where events of the job's source may be handled, else how it waits. */
  @Nullable Settlement ofSource(ClaimedJob job) {
    return ofSubject(Pauses.source(job.source()));
  }

  /** Whether nothing keeps a call from being made, as far as can be told without making it. */
  boolean isOpen(ClaimedJob job, Registration taker) {
    Circuit circuit = circuit(taker);
    return ofSource(job) == null
        && ofSubject(Pauses.route(taker.label())) == null
        && (circuit == null || !circuit.isOpen());
  }

  private @Nullable Settlement ofSubject(String subject) {
    return pauses.isPaused(subject) ? new Settlement.Parked(subject) : null;
  }

  /** Null if the call may begin now, and {@link #left} must follow; else how the job waits. */
  @Nullable Settlement enter(ClaimedJob job, Registration taker) {
    Settlement paused = ofSubject(Pauses.route(taker.label()));
    if (paused != null) {
      return paused;
    }
    Crowd crowd = crowd(taker);
    Duration full = crowd == null ? null : crowd.enter(System.nanoTime());
    if (full != null) {
      return new Settlement.Later(full, job.slotOf());
    }
    boolean entered = false;
    try {
      Settlement notNow = whileAway(taker);
      notNow = notNow == null ? atItsRate(job, taker) : notNow;
      entered = notNow == null;
      return notNow;
    } finally {
      if (!entered && crowd != null) {
        crowd.leave(null);
      }
    }
  }

  private @Nullable Settlement whileAway(Registration taker) {
    Circuit circuit = circuit(taker);
    Duration wait = circuit == null ? null : circuit.enter(System.nanoTime());
    return wait == null ? null : new Settlement.Later(wait);
  }

  /** Learns from what a call came to whether the other system is there. */
  void heard(ClaimedJob job, Called called) {
    Circuit circuit = circuit(called.taker());
    String route = called.taker().label();
    if (circuit == null || called.notNow() != null) {
      return;
    }
    if (!called.isAway()) {
      if (circuit.isBack()) {
        LOG.log(Level.INFO, "WHI-242 what {0} calls is back", route);
      }
    } else if (circuit.isAway(job.key(), System.nanoTime())) {
      meters.counter("inbox_circuit_opened_total", "route", route).increment();
      LOG.log(
          Level.WARNING, "WHI-241 what {0} calls is away, it is called now and then only", route);
    }
  }

  private @Nullable Circuit circuit(Registration taker) {
    int limit = taker.terms().circuit();
    return limit == 0 ? null : circuits.computeIfAbsent(taker.name(), name -> new Circuit(limit));
  }

  private @Nullable Settlement atItsRate(ClaimedJob job, Registration taker) {
    Duration interval = taker.terms().interval();
    if (interval.isZero() || hasSlot(job, taker)) {
      return null;
    }
    Duration wait = rates.reserve(taker.name(), interval);
    return wait.isZero() ? null : new Settlement.Later(wait, taker.name());
  }

  /** One that nobody took in its time is gone, or a standstill would end in a burst. */
  private static boolean hasSlot(ClaimedJob job, Registration taker) {
    return taker.name().equals(job.slotOf()) && job.waited().compareTo(SLOT_LASTS) < 0;
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
