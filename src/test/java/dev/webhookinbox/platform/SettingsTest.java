package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOUR = Duration.ofHours(1);

  private static Settings of(String... pairs) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return new Settings(key -> Optional.ofNullable(values.get(key)), values.keySet());
  }

  @Test
  @DisplayName("what is not set has its default and no fault")
  void defaults() {
    Settings settings = of();

    assertThat(settings.integer("inbox.n", 7, 1, 9)).isEqualTo(7);
    assertThat(settings.duration("inbox.d", SECOND, SECOND, HOUR)).isEqualTo(SECOND);
    assertThat(settings.size("inbox.s", 5, 1, 9)).isEqualTo(5);
    assertThat(settings.flag("inbox.f", true)).isTrue();
    assertThat(settings.list("inbox.l")).isEmpty();
    assertThat(settings.url("inbox.u")).isEmpty();
    assertThat(settings.faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "10", "x", "1.5", "99999999999"})
  @DisplayName("a number out of its range is a fault that names the key and not the value")
  void numbers(String value) {
    Settings settings = of("inbox.n", value);

    assertThat(settings.integer("inbox.n", 7, 1, 9)).isEqualTo(7);
    assertThat(settings.faults())
        .singleElement()
        .asString()
        .startsWith("inbox.n is not a whole number in its range")
        .doesNotContain("'" + value + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT-1S", "PT2H", "60", "1h", "P"})
  @DisplayName("a duration that is none, or out of its range, is a fault")
  void durations(String value) {
    Settings settings = of("inbox.d", value);

    settings.duration("inbox.d", SECOND, SECOND, HOUR);

    assertThat(settings.faults()).hasSize(1);
  }

  @Test
  @DisplayName("sizes are bytes, KiB, MiB or GiB")
  void sizes() {
    Settings settings = of("inbox.a", "4096", "inbox.b", "512KiB", "inbox.c", "1MiB");

    assertThat(settings.size("inbox.a", 1, 1, Long.MAX_VALUE)).isEqualTo(4096);
    assertThat(settings.size("inbox.b", 1, 1, Long.MAX_VALUE)).isEqualTo(512 * 1024);
    assertThat(settings.size("inbox.c", 1, 1, Long.MAX_VALUE)).isEqualTo(1024 * 1024);
    assertThat(settings.faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1MB", "1 ki", "", "9999999999999999"})
  @DisplayName("a size that is none is a fault, and a blank one is the default")
  void badSizes(String value) {
    Settings settings = of("inbox.s", value);

    assertThat(settings.size("inbox.s", 5, 1, 9)).isEqualTo(5);
    assertThat(settings.faults()).hasSize(value.isBlank() ? 0 : 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h/", "http:///x", "h/x", "http://u:p@h/", "http://h/#x", "::"})
  @DisplayName("a URL of another kind, or with credentials, is a fault")
  void badUrls(String value) {
    Settings settings = of("inbox.u", value);

    assertThat(settings.url("inbox.u")).isEmpty();
    assertThat(settings.faults()).hasSize(1);
  }

  @Test
  @DisplayName("a name that is used twice, or cannot stand in a URL, is a fault")
  void names() {
    assertThat(of("inbox.x", "a,b,a").names("inbox.x")).containsExactly("a", "b");
    Settings settings = of("inbox.x", "a,a,B/c");
    settings.names("inbox.x");
    assertThat(settings.faults()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  @DisplayName("a key with our prefix that nothing asks for is unknown")
  void unknown() {
    Settings settings = of("inbox.known", "1", "inbox.misspelt", "1", "other.key", "1");

    settings.text("inbox.known");

    assertThat(settings.unknown()).containsExactly("inbox.misspelt");
  }

  @Test
  @DisplayName("a required text that is blank says so")
  void required() {
    Settings settings = of("inbox.blank", "  ");

    settings.required("inbox.blank", "set it");
    settings.required("inbox.missing", "set it");

    assertThat(settings.faults())
        .containsExactly("inbox.blank is empty: set it", "inbox.missing is not set: set it");
  }
}
