package dev.webhookinbox.observability;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/**
 * When something is told to be wrong.
 *
 * @param maxPendingAge how long a job may have been due before {@link PendingAge} fails
 * @param ageIsReadiness whether that takes the node out of service
 */
record ObservabilitySettings(Duration maxPendingAge, boolean ageIsReadiness) {

  static ObservabilitySettings read(Settings settings) {
    return new ObservabilitySettings(
        settings.duration(
            "inbox.health.max-pending-age",
            Duration.ofMinutes(15),
            Duration.ofSeconds(1),
            Duration.ofDays(365)),
        settings.flag("inbox.health.pending-age-unready", false));
  }

  /** Their part of the configuration. */
  @Dependent
  static class Section implements ConfigurationSection {

    @Override
    public void read(Settings settings) {
      ObservabilitySettings.read(settings);
    }

    @Produces
    static ObservabilitySettings settings(Settings settings) {
      return ObservabilitySettings.read(settings);
    }
  }
}
