package dev.webhookinbox.observability;

import dev.webhookinbox.worker.Worker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/** Live: the worker's loop turns, whether or not the database lets it find anything. */
@Liveness
@ApplicationScoped
class WorkerLiveness implements HealthCheck {

  private static final Duration SLACK = Duration.ofSeconds(30);

  @Inject Worker worker;

  @Override
  public HealthCheckResponse call() {
    Duration allowed = worker.poll().multipliedBy(3).plus(SLACK);
    return HealthCheckResponse.named("webhook-inbox-worker")
        .status(worker.turnedWithin(allowed))
        .build();
  }
}
