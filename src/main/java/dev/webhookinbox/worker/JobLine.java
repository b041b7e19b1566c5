package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.ClaimedJob;
import dev.webhookinbox.inbox.JobKey;
import dev.webhookinbox.platform.LogLine;

/** Log lines about a job, with its identity as fields. */
final class JobLine {

  static LogLine of(String message, ClaimedJob job) {
    return of(LogLine.of(message).with("source", job.source()), job.key())
        .with("attempt", job.attempt())
        .with("traceparent", job.facts().traceparent());
  }

  static LogLine of(String message, JobKey key) {
    return of(LogLine.of(message), key);
  }

  private static LogLine of(LogLine line, JobKey key) {
    return line.with("provider", key.provider())
        .with("account", key.accountScope())
        .with("event", key.eventId());
  }

  private JobLine() {}
}
