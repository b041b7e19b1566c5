package dev.webhookinbox.observability;

import dev.webhookinbox.inbox.Inbox;
import dev.webhookinbox.platform.Lifecycle;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Ready: a delivery could be stored now, and the server is not stopping. */
@Readiness
@ApplicationScoped
class StoreReadiness implements HealthCheck {

  @Inject Inbox inbox;
  @Inject Lifecycle lifecycle;

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("webhook-inbox-store")
        .status(!lifecycle.isStopping() && inbox.canStore())
        .build();
  }
}
