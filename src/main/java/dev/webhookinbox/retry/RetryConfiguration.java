package dev.webhookinbox.retry;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;

@Dependent
class RetryConfiguration implements ConfigurationSection {

  @Override
  public void read(Settings settings) {
    RetryPolicy.read(settings);
  }

  @Produces
  static RetryPolicy policy(Settings settings) {
    return RetryPolicy.read(settings);
  }
}
