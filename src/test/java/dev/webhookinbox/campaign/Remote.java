package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Answer;
import dev.webhookinbox.fixture.Target;
import dev.webhookinbox.fixture.TargetRequest;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The other system. It acts when a request arrives and answers a little later. For {@code act.keys}
 * it knows an operation key again; for {@code act.lookup} it acts at each request, and can only be
 * asked.
 */
final class Remote implements AutoCloseable {

  private final Map<String, AtomicInteger> effects = new ConcurrentHashMap<>();
  private final Target target = Target.start().answering(this::answer);
  private volatile boolean isAway;

  URI url() {
    return target.url("/do");
  }

  /** From now on: whether it answers 503 and does nothing. */
  void away(boolean away) {
    isAway = away;
  }

  /** How often each action took place, by its operation key. */
  Map<String, AtomicInteger> effects() {
    return effects;
  }

  private Answer answer(TargetRequest request) {
    if (isAway) {
      return Answer.status(503);
    }
    String key = request.header("Idempotency-Key").orElseThrow();
    if (request.method().equals("GET")) {
      return Answer.status(effects.containsKey(key) ? 200 : 404).body("looked up");
    }
    AtomicInteger times = effects.computeIfAbsent(key, any -> new AtomicInteger());
    if (!request.path().endsWith("act.keys") || times.get() == 0) {
      times.incrementAndGet();
    }
    long wait = ThreadLocalRandom.current().nextLong(50);
    return Answer.status(200).body("acted").after(Duration.ofMillis(wait));
  }

  @Override
  public void close() {
    target.close();
  }
}
