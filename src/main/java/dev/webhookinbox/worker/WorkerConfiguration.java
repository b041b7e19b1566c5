package dev.webhookinbox.worker;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

@Dependent
class WorkerConfiguration implements ConfigurationSection {

  @Override
  public void read(Settings settings) {
    WorkerSettings.read(settings);
  }

  @Produces
  static WorkerSettings workerSettings(Settings settings) {
    return WorkerSettings.read(settings);
  }
}
