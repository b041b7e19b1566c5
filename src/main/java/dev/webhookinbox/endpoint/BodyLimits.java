package dev.webhookinbox.endpoint;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;

/** How large a body each source takes, in bytes: {@code inbox.source.<name>.max-body}. */
@ApplicationScoped
class BodyLimits implements ConfigurationSection {

  private static final long USUAL = 1L << 20;
  private static final long MOST = 64L << 20;

  private Map<String, Long> limits = Map.of();

  @Inject
  void configure(Settings settings) {
    limits = limits(settings);
  }

  @Override
  public void read(Settings settings) {
    limits(settings);
  }

  long of(String source) {
    return limits.getOrDefault(source, USUAL);
  }

  private static Map<String, Long> limits(Settings settings) {
    Map<String, Long> limits = new HashMap<>();
    for (String source : settings.list("inbox.sources")) {
      limits.put(source, settings.size("inbox.source." + source + ".max-body", USUAL, 1, MOST));
    }
    return limits;
  }
}
