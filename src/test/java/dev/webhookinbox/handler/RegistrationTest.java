package dev.webhookinbox.handler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RegistrationTest {

  private static boolean takes(String pattern, String type) {
    return new Registration(
            "h", null, "*", List.of(pattern), null, Terms.NONE, event -> Outcome.done())
        .takes("s", "stripe", type);
  }

  @Test
  @DisplayName("a type is matched exactly, by prefix, or by anything")
  void types() {
    assertThat(takes("invoice.paid", "invoice.paid")).isTrue();
    assertThat(takes("invoice.paid", "invoice.paid.x")).isFalse();
    assertThat(takes("charge.*", "charge.dispute.created")).isTrue();
    assertThat(takes("charge.*", "charges.x")).isFalse();
    assertThat(takes("*", "")).isTrue();
  }

  @Test
  @DisplayName("a route takes the events of its own source only")
  void source() {
    Registration route =
        new Registration(
            "r", "orders", "*", List.of("*"), null, Terms.NONE, event -> Outcome.done());

    assertThat(route.takes("orders", "stripe", "x")).isTrue();
    assertThat(route.takes("other", "stripe", "x")).isFalse();
  }

  @Test
  @DisplayName("the key as text is printable, and different for every key")
  void key() {
    assertThat(new EventKey("p", "a/b", "c d\u00e9.%").toString())
        .isEqualTo("p/a%2Fb/c%20d%C3%A9.%25");
    assertThat(new EventKey("p", "a", "b/c").toString())
        .isNotEqualTo(new EventKey("p", "a/b", "c").toString());
  }
}
