package dev.webhookinbox.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTargetsTest {

  private static Settings of(String allow) {
    Map<String, String> values = Map.of("inbox.http.allow", allow);
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, true",
    "10.1.2.3, true",
    "[::1], true",
    "169.254.169.254, false",
    "[fe80::1], false",
  })
  @DisplayName("without a list any target may be called but link-local ones")
  void open(String host, boolean may) throws UnknownHostException {
    Settings none = new Settings(key -> Optional.empty(), java.util.List.of());

    assertThat(AllowedTargets.read(none).holds(host)).isEqualTo(may);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.1.2.3, true",
    "10.0.0.0/8, 11.1.2.3, false",
    "10.0.0.0/8, [::ffff:a01:203], true",
    "10.0.0.0/9, 10.128.0.1, false",
    "fd00::/8, [fd12::1], true",
    "fd00::/8, 10.0.0.1, false",
    "127.0.0.1, 127.0.0.1, true",
    "127.0.0.1, 127.0.0.2, false",
    "orders.internal, ORDERS.internal, true",
    "*.example.com, a.b.example.com, true",
    "127.0.0.0/8, localhost, true",
    "*.example.com, 127.0.0.1, false",
    "169.254.169.254, 169.254.169.254, true",
  })
  @DisplayName("with a list only what it names")
  void listed(String allow, String host, boolean may) throws UnknownHostException {
    assertThat(AllowedTargets.read(of(allow)).holds(host)).isEqualTo(may);
  }

  @Test
  @DisplayName("a domain's pattern holds neither the domain itself nor what only ends like it")
  void domains() {
    assertThat(AllowedTargets.matches("*.example.com", "example.com")).isFalse();
    assertThat(AllowedTargets.matches("*.example.com", "badexample.com")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " , ",
        "http://x",
        "a b",
        "10.0.0.0/33",
        "10.0.0/x",
        "300.1.1.1/8",
        "*",
        "*.*.x"
      })
  @DisplayName("what is neither a host nor a block is a fault that names the key")
  void faults(String allow) {
    Settings settings = of(allow);
    AllowedTargets.read(settings);

    assertThat(settings.faults()).singleElement().asString().startsWith("inbox.http.allow ");
  }
}
