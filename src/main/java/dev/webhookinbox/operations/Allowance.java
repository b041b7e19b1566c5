package dev.webhookinbox.operations;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** So many calls a minute for each user, and no more. For users that exist. Thread-safe. */
final class Allowance {

  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final int most;
  private final LongSupplier nanoTime;
  private final Map<String, Deque<Long>> calls = new ConcurrentHashMap<>();

  Allowance(int most, LongSupplier nanoTime) {
    this.most = most;
    this.nanoTime = nanoTime;
  }

  /** Takes one; the seconds to wait if there is none, else 0. */
  int take(String user) {
    Deque<Long> own = calls.computeIfAbsent(user, any -> new ArrayDeque<>());
    synchronized (own) {
      long now = nanoTime.getAsLong();
      while (!own.isEmpty() && now - own.getFirst() >= MINUTE) {
        own.removeFirst();
      }
      if (own.size() >= most) {
        return (int) ((own.getFirst() + MINUTE - now + SECOND - 1) / SECOND);
      }
      own.addLast(now);
      return 0;
    }
  }
}
