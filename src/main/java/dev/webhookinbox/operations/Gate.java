package dev.webhookinbox.operations;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One password derived at a time and few waiting: strangers can make this node neither derive on
 * all its cores nor keep the threads that deliveries are answered with. Thread-safe.
 */
final class Gate {

  private static final int MOST_WAITING = 4;
  private static final long PATIENCE_SECONDS = 5;

  private final Semaphore permit = new Semaphore(1, true);

  /** What the attempt gives, or the other answer if too many want in. */
  Login pass(Supplier<Login> attempt, Login otherwise) {
    if (permit.getQueueLength() >= MOST_WAITING || !acquired()) {
      return otherwise;
    }
    try {
      return attempt.get();
    } finally {
      permit.release();
    }
  }

  private boolean acquired() {
    try {
      return permit.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
