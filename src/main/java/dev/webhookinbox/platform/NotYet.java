package dev.webhookinbox.platform;

import jakarta.enterprise.context.Dependent;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys that are documented and have no effect in this version. They are known, so that a
 * configuration which sets them starts; and told, so that nobody relies on them.
 */
@Dependent
class NotYet implements ConfigurationSection {

  private static final System.Logger LOG = System.getLogger(NotYet.class.getName());

  @Override
  public void read(Settings settings) {
    List<String> keys = new ArrayList<>(List.of("inbox.metrics.token"));
    for (String source : settings.list("inbox.sources")) {
      keys.add("inbox.source." + source + ".retention.payload");
      keys.add("inbox.source." + source + ".retention.identity");
    }
    keys.stream()
        .filter(settings::isSet)
        .forEach(key -> LOG.log(Level.WARNING, "WHI-002 {0} has no effect in this version", key));
  }
}
