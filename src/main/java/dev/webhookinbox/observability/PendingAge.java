package dev.webhookinbox.observability;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Fails while a job has been due for too long: acceptance that works must not hide a worker that
 * does not. MicroProfile Health has no check that is only told, so the failure stands in the data
 * of a check that is up, unless {@code inbox.health.pending-age-unready} wants the node out.
 */
@Readiness
@ApplicationScoped
class PendingAge implements HealthCheck {

  @Inject QueueState queue;
  @Inject ObservabilitySettings settings;

  @Override
  public HealthCheckResponse call() {
    HealthCheckResponseBuilder response = HealthCheckResponse.named("webhook-inbox-pending-age");
    try {
      return told(response, queue.oldestPendingAge());
    } catch (RuntimeException e) {
      return response.up().withData("verdict", "unknown").build(); // the store's check tells why
    }
  }

  private HealthCheckResponse told(HealthCheckResponseBuilder response, Duration age) {
    boolean failed = age.compareTo(settings.maxPendingAge()) > 0;
    return response
        .withData("verdict", failed ? "failed" : "passed")
        .withData("oldestPendingSeconds", age.toSeconds())
        .withData("maxPendingSeconds", settings.maxPendingAge().toSeconds())
        .status(!failed || !settings.ageIsReadiness())
        .build();
  }
}
