package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CrossSiteTest {

  @Test
  @DisplayName("a program, and a page of this host, may")
  void own() {
    assertThat(CrossSite.is(null, null, "h")).isFalse();
    assertThat(CrossSite.is("same-origin", "https://h", "h")).isFalse();
    assertThat(CrossSite.is("none", null, "h")).isFalse();
    assertThat(CrossSite.is(null, "http://h:8080", "h:8080")).isFalse();
    assertThat(CrossSite.is(null, "https://H:443", "h")).isFalse();
    assertThat(CrossSite.is(null, "http://[::1]:8080", "[::1]:8080")).isFalse();
  }

  @Test
  @DisplayName("a page of another host, port or no host may not")
  void others() {
    assertThat(CrossSite.is("cross-site", null, "h")).isTrue();
    assertThat(CrossSite.is("same-site", null, "h")).isTrue();
    assertThat(CrossSite.is(null, "https://evil", "h")).isTrue();
    assertThat(CrossSite.is(null, "https://h.evil", "h")).isTrue();
    assertThat(CrossSite.is(null, "http://h:8081", "h:8080")).isTrue();
    assertThat(CrossSite.is(null, "null", "h")).isTrue();
    assertThat(CrossSite.is(null, "https://h", null)).isTrue();
  }
}
