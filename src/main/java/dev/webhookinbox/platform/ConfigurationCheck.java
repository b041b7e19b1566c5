package dev.webhookinbox.platform;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessManagedBean;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Stops the deployment when the configuration cannot work: one message with every fault, each with
 * its key and its mend. Public because {@link java.util.ServiceLoader} makes it.
 */
public class ConfigurationCheck implements Extension {

  private static final System.Logger LOG = System.getLogger(ConfigurationCheck.class.getName());

  /** Gathered while the container finds them: not every server lets an extension look them up. */
  private final List<Bean<? extends ConfigurationSection>> sections = new ArrayList<>();

  <T extends ConfigurationSection> void found(@Observes ProcessManagedBean<T> section) {
    sections.add(section.getBean());
  }

  void check(@Observes AfterDeploymentValidation deployment, BeanManager beans) {
    Settings settings = ServerSettings.read();
    sections.forEach(section -> instance(section, beans).read(settings));
    List<String> faults = new ArrayList<>(settings.faults());
    settings.unknown().forEach(key -> faults.add(key + " is not known: correct or remove it"));
    if (!faults.isEmpty()) {
      String message = "Webhook Inbox cannot start: " + String.join("; ", faults);
      LOG.log(Level.ERROR, message);
      deployment.addDeploymentProblem(new IllegalStateException(message));
    }
  }

  private static ConfigurationSection instance(
      Bean<? extends ConfigurationSection> section, BeanManager beans) {
    return (ConfigurationSection)
        beans.getReference(
            section, ConfigurationSection.class, beans.createCreationalContext(section));
  }
}
