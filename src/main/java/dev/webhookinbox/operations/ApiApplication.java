package dev.webhookinbox.operations;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Everything under {@code /api}. Public because JAX-RS makes it. */
@ApplicationPath("api")
public class ApiApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        CheckResource.class,
        MetricsResource.class,
        EventsResource.class,
        SourcesResource.class,
        AuditResource.class,
        ActionsResource.class,
        RoutesResource.class,
        RejectsResource.class,
        ErasureResource.class,
        Doorkeeper.class,
        AnswerHeaders.class,
        ApiFailure.class);
  }
}
