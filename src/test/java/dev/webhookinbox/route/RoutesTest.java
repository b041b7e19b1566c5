package dev.webhookinbox.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {

  private static List<String> faults(Map<String, String> changed) {
    Map<String, String> values =
        new HashMap<>(
            Map.of(
                "inbox.sources", "shop",
                "inbox.routes", "r",
                "inbox.route.r.source", "shop",
                "inbox.route.r.action", "jms",
                "inbox.route.r.destination", "java:/jms/queue/orders"));
    values.putAll(changed);
    Settings settings = new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
    Routes routes = new Routes();
    routes.read(settings);
    return settings.faults();
  }

  @Test
  @DisplayName("a jms route needs no more than a destination, of the server's own JNDI")
  void jms() {
    assertThat(faults(Map.of())).isEmpty();
    assertThat(
            faults(
                Map.of(
                    "inbox.route.r.destination", "jms/orders",
                    "inbox.route.r.connection-factory", "java:comp/env/jms/factory")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "action, mail",
    "action, ''",
    "source, another",
    "destination, ''",
    "destination, ldap://elsewhere/orders",
    "destination, java:rmi://elsewhere/orders",
    "connection-factory, rmi://elsewhere/factory",
    "max-run, PT0S",
    "max-run, P8D",
    "max-run, an hour"
  })
  @DisplayName("what cannot be is a fault that names its key and not the value")
  void cannotBe(String key, String value) {
    assertThat(faults(Map.of("inbox.route.r." + key, value)))
        .singleElement()
        .asString()
        .startsWith("inbox.route.r." + key + " ")
        .doesNotContain("elsewhere");
  }

  @Test
  @DisplayName("a route that is configured and not named is a fault")
  void unnamed() {
    assertThat(faults(Map.of("inbox.route.other.action", "log")))
        .singleElement()
        .asString()
        .startsWith("inbox.route.other ");
  }
}
