package dev.webhookinbox.platform;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Stops the deployment when the configuration cannot work: one message with every fault, each with
 * its key and its mend. Public because {@link java.util.ServiceLoader} makes it.
 */
public class ConfigurationCheck implements Extension {

  private static final Logger LOG = Logger.getLogger(ConfigurationCheck.class.getName());

  void check(@Observes AfterDeploymentValidation deployment, BeanManager beans) {
    Settings settings = ServerSettings.read();
    beans.createInstance().select(ConfigurationSection.class).forEach(it -> it.read(settings));
    List<String> faults = new ArrayList<>(settings.faults());
    settings.unknown().forEach(key -> faults.add(key + " is not known: correct or remove it"));
    if (!faults.isEmpty()) {
      String message = "Webhook Inbox cannot start: " + String.join("; ", faults);
      LOG.log(Level.SEVERE, message);
      deployment.addDeploymentProblem(new IllegalStateException(message));
    }
  }
}
