package dev.webhookinbox.signature;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** The sources as part of the configuration, and as a bean. */
@Dependent
class SignatureConfiguration implements ConfigurationSection {

  @Override
  public void read(Settings settings) {
    Sources.read(settings);
  }

  /** A configuration with faults has stopped the deployment before anybody asks for this. */
  @Produces
  @Singleton
  static Sources sources(Settings settings) {
    return Sources.read(settings);
  }
}
