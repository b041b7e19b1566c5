package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The other system. It acts when a request arrives and answers a little later. For {@code act.keys}
 * it knows an operation key again; for {@code act.lookup} it acts at each request, and can only be
 * asked.
 */
final class Remote implements AutoCloseable {

  /** An action that took place, which process asked for it, and when. */
  record Effect(long pid, Instant at) {}

  private final Map<String, List<Effect>> effects = new ConcurrentHashMap<>();
  private final Target target = Target.start().answering(this::answer);
  private final Duration slow;
  private volatile @Nullable Fault fault;

  /**
   * @param slow how long it takes to answer when it is slow
   */
  Remote(Duration slow) {
    this.slow = slow;
  }

  URI url() {
    return target.url("/do");
  }

  /** From now on, until {@link #recover}. */
  void suffer(Fault now) {
    fault = now;
  }

  void recover() {
    fault = null;
  }

  /** What took place, by its operation key. */
  Map<String, List<Effect>> effects() {
    return effects;
  }

  private Answer answer(TargetRequest request) {
    Fault now = fault;
    if (now == Fault.REMOTE_AWAY) {
      return Answer.status(503);
    }
    if (now == Fault.REMOTE_BUSY) {
      return Answer.status(429).with("Retry-After", "1");
    }
    String key = request.header("Idempotency-Key").orElseThrow();
    if (request.method().equals("GET")) {
      return Answer.status(effects.containsKey(key) ? 200 : 404).body("looked up");
    }
    List<Effect> known = effects.computeIfAbsent(key, any -> new CopyOnWriteArrayList<>());
    if (!request.path().endsWith("act.keys") || known.isEmpty()) {
      long pid = Long.parseLong(request.header("Node").orElseThrow());
      known.add(new Effect(pid, Instant.now()));
    }
    return acted(now);
  }

  private Answer acted(@Nullable Fault now) {
    if (now == Fault.REMOTE_FAULTY) {
      return Answer.status(500);
    }
    if (now == Fault.REMOTE_MUTE) {
      return Answer.none();
    }
    Duration wait =
        now == Fault.REMOTE_SLOW
            ? slow
            : Duration.ofMillis(ThreadLocalRandom.current().nextLong(50));
    return Answer.status(200).body("acted").after(wait);
  }

  @Override
  public void close() {
    target.close();
  }
}
