package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.signature.VerifiedEvent;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderRuleTest {

  private static VerifiedEvent event(
      @Nullable String object, @Nullable String order, @Nullable Instant occurred) {
    return new VerifiedEvent("e", "a", "t", object, order, occurred, true, false);
  }

  private static String key(String by, String json) {
    OrderRule rule = new OrderRule(by, "accepted", true);
    return rule.key(event("cus_1", null, null), rule.document(json.getBytes(UTF_8))).orElse("none");
  }

  @Test
  @DisplayName("P11: the key is the profile's object, or what a pointer finds; else there is none")
  void keys() {
    assertThat(key("object", "{}")).isEqualTo("cus_1");
    assertThat(key("/data/id", "{\"data\":{\"id\":7}}")).isEqualTo("7");
    assertThat(key("/data/id", "{\"data\":{}}")).isEqualTo("none");
    assertThat(key("/data/id", "{\"data\":{\"id\":\"\"}}")).isEqualTo("none");
    assertThat(key("/data", "{\"data\":{}}")).isEqualTo("none");
    assertThat(key("/data/id", "no json")).isEqualTo("none");
  }

  @Test
  @DisplayName("P11: a key that no column can hold becomes its hash, never a part of it")
  void longKeys() {
    assertThat(key("/id", "{\"id\":\"" + "x".repeat(300) + "\"}")).startsWith("sha256:");
  }

  private static @Nullable BigDecimal version(String version, String json, VerifiedEvent event) {
    OrderRule rule = new OrderRule("object", version, true);
    return rule.versionOf(event, rule.document(json.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @CsvSource({
    "7, 7",
    "-1.5, -1.5",
    "007, 7",
    "123456789012345678901234567890, 123456789012345678901234567890",
    "1970-01-01T00:00:01.5Z, 1500000",
    "1970-01-01T01:00:01+01:00, 1000000",
    "1e400000000, ",
    "yesterday, ",
    "'', ",
  })
  @DisplayName("P11: a version is a number or a time, and nothing else is compared")
  void versions(String text, @Nullable String is) {
    BigDecimal version = version("/v", "{\"v\":\"" + text + "\"}", event(null, null, null));

    if (is == null) {
      assertThat(version).isNull();
    } else {
      assertThat(version).isEqualByComparingTo(is);
    }
  }

  @Test
  @DisplayName("P11: the provider's version is its order, or its time where that is none")
  void ofProvider() {
    Instant second = Instant.ofEpochSecond(1);

    assertThat(version("provider", "{}", event(null, "12", second))).isEqualByComparingTo("12");
    assertThat(version("provider", "{}", event(null, "v12", second)))
        .isEqualByComparingTo("1000000");
    assertThat(version("provider", "{}", event(null, null, null))).isNull();
    assertThat(version("accepted", "{}", event(null, "12", second))).isNull();
  }
}
