package dev.webhookinbox.platform;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** The settings as the server's MicroProfile Config has them. */
@Dependent
class ServerSettings implements ConfigurationSection {

  /** A fresh reading; rooms read what they need once, when their beans are made. */
  @Produces
  static Settings read() {
    Config config = ConfigProvider.getConfig();
    return new Settings(
        key -> java.util.Optional.ofNullable(config.getConfigValue(key).getValue()),
        config.getPropertyNames());
  }

  @Override
  public void read(Settings settings) {
    settings.text(ConfigurationFile.KEY);
    settings.flag(Migration.KEY, true);
  }
}
