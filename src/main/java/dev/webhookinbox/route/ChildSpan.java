package dev.webhookinbox.route;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The trace that a delivery came with, going on to a target: same trace and flags, a span of its
 * own.
 */
final class ChildSpan {

  static String of(String traceparent) {
    long span = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    return traceparent.substring(0, 36) + "%016x".formatted(span) + traceparent.substring(52);
  }

  private ChildSpan() {}
}
