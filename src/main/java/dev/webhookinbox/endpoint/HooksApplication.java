package dev.webhookinbox.endpoint;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Everything under {@code /hooks}. Public because JAX-RS makes it. */
@ApplicationPath("hooks")
public class HooksApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(HookResource.class, EndpointFailure.class);
  }
}
