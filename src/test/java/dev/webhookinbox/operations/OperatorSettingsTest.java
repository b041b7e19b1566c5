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
    Map<String, Operator> operators = OperatorSettings.operators(settings);

    assertThat(operators.values()).hasSize(2);
    assertThat(operators).extractingByKey("anna").matches(anna -> anna.may(Role.VIEWER));
    assertThat(operators).extractingByKey("anna").matches(anna -> anna.may(Role.OPERATOR));
    assertThat(operators).extractingByKey("ben").matches(ben -> ben.may(Role.VIEWER));
    assertThat(operators).extractingByKey("ben").matches(ben -> !ben.may(Role.OPERATOR));
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
    OperatorSettings.operators(settings);

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
    OperatorSettings.operators(settings);

    assertThat(settings.unknown()).containsExactly("inbox.operator.a.password");
  }
}
