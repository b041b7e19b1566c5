package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.Lease;
import dev.webhookinbox.inbox.Queue;
import dev.webhookinbox.inbox.Settlement;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records successes, all that wait in one statement: the first at once, by the thread that brings
 * it, and with the next those that came meanwhile. While the database is away they are kept and
 * tried again until their leases would have ended, because a lost result is a repeated call.
 */
@Dependent
class Completer {

  private static final System.Logger LOG = System.getLogger(Completer.class.getName());
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final int MOST = 500;

  private final Map<Lease, Settlement.Done> waiting = new ConcurrentHashMap<>();
  private final AtomicBoolean isRecording = new AtomicBoolean();
  private volatile Consumer<Lease> ended = lease -> {};

  @Inject Queue queue;
  @Inject WorkerSettings settings;

  /** Who is told of each job when its end is recorded, or cannot be. */
  void onEnded(Consumer<Lease> receiver) {
    ended = receiver;
  }

  /** Whether the end of this job is still to be recorded. */
  boolean has(Lease lease) {
    return waiting.containsKey(lease);
  }

  /** Takes over a job that is done. */
  void add(ClaimedJob job, Settlement.Done done) {
    waiting.put(job.lease(), done);
    while (!waiting.isEmpty() && isRecording.compareAndSet(false, true)) {
      try {
        record(some());
      } finally {
        isRecording.set(false);
      }
    }
  }

  private SortedMap<Lease, String> some() {
    SortedMap<Lease, String> some = new TreeMap<>();
    for (Map.Entry<Lease, Settlement.Done> each : waiting.entrySet()) {
      if (some.size() < MOST) {
        some.put(each.getKey(), each.getValue().outcome());
      }
    }
    return some;
  }

  private void record(SortedMap<Lease, String> outcomes) {
    List<Lease> leases = new ArrayList<>(outcomes.keySet());
    try {
      Set<Lease> recorded = recorded(outcomes);
      for (Lease lease : leases) {
        if (recorded.contains(lease)) {
          LOG.log(Level.DEBUG, () -> settled(lease, outcomes.get(lease)));
        } else {
          LOG.log(
              Level.WARNING, JobLine.of("WHI-231 lease lost, result not recorded", lease.key()));
        }
      }
    } catch (Exception e) { // WildFly throws a checked exception that nobody declares
      leases.forEach(
          lease ->
              LOG.log(
                  Level.WARNING,
                  JobLine.of("WHI-222 stays until its lease ends", lease.key()).with("error", e)));
    } finally {
      leases.forEach(waiting::remove);
      leases.forEach(ended);
    }
  }

  private static String settled(Lease lease, @Nullable String outcome) {
    return JobLine.of("WHI-234 settled", lease.key())
        .with("state", "done")
        .with("result", outcome)
        .toString();
  }

  private Set<Lease> recorded(SortedMap<Lease, String> outcomes) {
    long deadline = System.nanoTime() + settings.lease().toNanos();
    while (true) {
      Thread.interrupted(); // meant for the handler; kept, it would end every pause at once
      try {
        return queue.settle(outcomes);
      } catch (Exception e) { // WildFly throws a checked exception that nobody declares
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("the results could not be recorded", e);
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
