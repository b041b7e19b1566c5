package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperatorSettingsTest {

  private static final String TAIL =
      ":MDEyMzQ1Njc4OWFiY2RlZg==:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
  private static final String HASH = "pbkdf2-sha256:100000" + TAIL;

  private static Settings settings(Map<String, String> values) {
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  @Test
  @DisplayName("a user is a viewer unless the configuration says operator, which includes viewer")
  void roles() {
    Settings settings =
        settings(
            Map.of(
                "inbox.operator.anna.password-hash", HASH,
                "inbox.operator.anna.roles", "viewer, operator",
                "inbox.operator.ben.password-hash", HASH));
    Map<String, ConfiguredRealm.User> operators = OperatorSettings.configured(settings).users();

    assertThat(operators.values()).hasSize(2);
    assertThat(operators).extractingByKey("anna").matches(anna -> anna.operator().may(Role.VIEWER));
    assertThat(operators)
        .extractingByKey("anna")
        .matches(anna -> anna.operator().may(Role.OPERATOR));
    assertThat(operators).extractingByKey("ben").matches(ben -> ben.operator().may(Role.VIEWER));
    assertThat(operators).extractingByKey("ben").matches(ben -> !ben.operator().may(Role.OPERATOR));
    assertThat(settings.faults()).isEmpty();
    assertThat(settings.unknown()).isEmpty();
  }

  @Test
  @DisplayName("what cannot work is a fault that names the key and never the value")
  void faults() {
    Settings settings =
        settings(
            Map.of(
                "inbox.operator.a.password-hash", "hunter2",
                "inbox.operator.b.roles", "viewer",
                "inbox.operator.c.password-hash", "pbkdf2-sha256:99999" + TAIL,
                "inbox.operator.d.password-hash", HASH,
                "inbox.operator.d.roles", "root"));
    OperatorSettings.configured(settings);

    assertThat(String.join("\n", settings.faults()))
        .contains("inbox.operator.a.password-hash is no hash")
        .contains("inbox.operator.b.password-hash is not set")
        .contains("inbox.operator.c.password-hash has too few or too many iterations")
        .contains("inbox.operator.d.roles holds a role that is not known")
        .doesNotContain("hunter2", "root", TAIL);
  }

  @Test
  @DisplayName("a key that is none of a user's is unknown")
  void unknownKey() {
    Settings settings =
        settings(
            Map.of("inbox.operator.a.password-hash", HASH, "inbox.operator.a.password", "hunter2"));
    OperatorSettings.configured(settings);

    assertThat(settings.unknown()).containsExactly("inbox.operator.a.password");
  }

  @Test
  @DisplayName("users are those of the configuration or of the server, and not both")
  void whoseUsers() {
    Settings unknown = settings(Map.of("inbox.users", "ldap"));
    OperatorSettings.configured(unknown);
    assertThat(unknown.faults()).singleElement().asString().startsWith("inbox.users is not known");

    Settings container = settings(Map.of("inbox.users", "container"));
    OperatorSettings.configured(container);
    assertThat(container.faults()).isEmpty();

    Settings both =
        settings(Map.of("inbox.users", "container", "inbox.operator.anna.password-hash", HASH));
    OperatorSettings.configured(both);
    assertThat(both.faults()).singleElement().asString().startsWith("inbox.users is not config");
  }
}
