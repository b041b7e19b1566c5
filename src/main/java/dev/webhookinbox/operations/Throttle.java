package dev.webhookinbox.operations;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Makes guessing slow: after a few failures of one name or one address, each further one doubles
 * the time in which nothing of it is looked at. The longest unused entries give way when there are
 * too many. Thread-safe.
 */
final class Throttle {

  private static final int FREE = 5;
  private static final int MOST_DOUBLINGS = 6; // 64 s
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final long FORGOTTEN = Duration.ofMinutes(15).toNanos();

  private final LongSupplier nanoTime;
  private final Map<String, Failures> entries;

  private record Failures(int count, long last, long blockedUntil) {}

  Throttle(LongSupplier nanoTime, int mostEntries) {
    this.nanoTime = nanoTime;
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > mostEntries;
          }
        };
  }

  /** The seconds to wait, rounded up; 0 if none. */
  synchronized int wait(String key) {
    Failures failures = entries.get(key);
    long left = failures == null ? 0 : failures.blockedUntil - nanoTime.getAsLong();
    return left <= 0 ? 0 : (int) ((left + SECOND - 1) / SECOND);
  }

  synchronized void failed(String key) {
    long now = nanoTime.getAsLong();
    Failures before = entries.get(key);
    int count = before == null || now - before.last > FORGOTTEN ? 1 : before.count + 1;
    entries.put(key, new Failures(count, now, now + delay(count)));
  }

  private static long delay(int failures) {
    int over = failures - FREE;
    return over < 0 ? 0 : SECOND << Math.min(over, MOST_DOUBLINGS);
  }

  synchronized void forget(String key) {
    entries.remove(key);
  }

  synchronized int size() {
    return entries.size();
  }
}
