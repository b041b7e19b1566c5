package dev.webhookinbox.platform;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The settings as the server's MicroProfile Config has them. */
@Dependent
class ServerSettings implements ConfigurationSection {

  /**
   * A fresh reading; rooms read what they need once, when their beans are made. By our own class
   * loader: Payara asks health checks on threads that have another, where the configuration lacks
   * the application's own sources, and a bean made there would keep the defaults for ever.
   */
  @Produces
  static Settings read() {
    Config config = ConfigProvider.getConfig(ServerSettings.class.getClassLoader());
    return new Settings(
        key -> Optional.ofNullable(config.getConfigValue(key).getValue()), keys(config));
  }

  /**
   * The keys that somebody wrote. WildFly shows every environment variable under a made-up key too,
   * and {@code INBOX_SERVICE_HOST}, which Kubernetes sets, is no misspelt key of ours.
   */
  private static Set<String> keys(Config config) {
    Set<String> keys = new LinkedHashSet<>();
    config.getPropertyNames().forEach(keys::add);
    keys.removeIf(ServerSettings::isInEnvironment);
    return keys;
  }

  private static boolean isInEnvironment(String key) {
    String variable = key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    return System.getenv().containsKey(variable);
  }

  @Override
  public void read(Settings settings) {
    settings.text(ConfigurationFile.KEY);
    settings.flag(Migration.KEY, true);
  }
}
