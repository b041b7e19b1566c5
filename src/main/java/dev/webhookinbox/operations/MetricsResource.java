package dev.webhookinbox.operations;

import dev.webhookinbox.observability.Metrics;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code /api/metrics}, for viewers and for whoever has {@code inbox.metrics.token}. Public, with a
 * public constructor, because JAX-RS makes it.
 */
@Path(MetricsResource.PATH)
public class MetricsResource {

  static final String PATH = "metrics";

  @Inject Metrics metrics;

  /** For JAX-RS. */
  public MetricsResource() {}

  @GET
  @Produces(Metrics.TYPE)
  @Operation(summary = "What Prometheus reads")
  public String metrics() {
    return metrics.text();
  }
}
