package dev.webhookinbox.worker;

import dev.webhookinbox.platform.Settings;
import java.time.Duration;

/**
 * How this node works.
 *
 * @param enabled false: this node only accepts
 * @param concurrency how many handlers run at once
 * @param batch how many jobs one claim takes at most
 * @param lease how long a job stays in the hands of a node that shows no sign of life
 * @param poll how often the queue is looked at without being woken
 * @param maxRun how long one call of a handler may run, unless the handler says otherwise
 * @param drain how long a stopping server waits for running handlers
 */
record WorkerSettings(
    boolean enabled,
    int concurrency,
    int batch,
    Duration lease,
    Duration poll,
    Duration maxRun,
    Duration drain) {

  static WorkerSettings read(Settings settings) {
    return new WorkerSettings(
        settings.flag("inbox.worker.enabled", true),
        settings.integer("inbox.worker.concurrency", 16, 1, 1_000),
        settings.integer("inbox.worker.batch", 50, 1, 1_000),
        settings.duration(
            "inbox.worker.lease",
            Duration.ofSeconds(60),
            Duration.ofSeconds(1),
            Duration.ofHours(24)),
        settings.duration(
            "inbox.worker.poll",
            Duration.ofSeconds(1),
            Duration.ofMillis(50),
            Duration.ofMinutes(10)),
        settings.duration(
            "inbox.worker.max-run", Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofDays(7)),
        settings.duration(
            "inbox.worker.drain", Duration.ofSeconds(20), Duration.ZERO, Duration.ofMinutes(10)));
  }
}
