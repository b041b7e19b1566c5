package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordHashTest {

  private static final int ITERATIONS = PasswordHash.LEAST_ITERATIONS;

  @Test
  @DisplayName("a hash matches its password alone, also after being written and read")
  void roundTrip() {
    PasswordHash made = PasswordHash.of("pässword:with=signs".toCharArray(), ITERATIONS);
    PasswordHash read = PasswordHash.parse(made.text()).orElseThrow();

    assertThat(read.matches("pässword:with=signs")).isTrue();
    assertThat(read.matches("pässword:with=sign")).isFalse();
    assertThat(read.matches("")).isFalse();
    assertThat(made.toString()).doesNotContain(made.text().substring(25));
  }

  @Test
  @DisplayName("the hash is PBKDF2-HMAC-SHA256 as another implementation computes it")
  void knownAnswer() {
    // python3: hashlib.pbkdf2_hmac('sha256', b'secret', b'0123456789abcdef', 100000)
    String text =
        "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg==:plwZLotEAEMO707yToj/A2wZs5Moai9JwWz+JsVD+Cc=";

    assertThat(PasswordHash.parse(text).orElseThrow().matches("secret")).isTrue();
  }

  @Test
  @DisplayName("two hashes of one password differ")
  void salted() {
    String one = PasswordHash.of("x".toCharArray(), ITERATIONS).text();

    assertThat(PasswordHash.of("x".toCharArray(), ITERATIONS).text()).isNotEqualTo(one);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "secret",
        "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg==",
        "pbkdf2-sha256:100000:MDEyMzQ1Njc4OWFiY2RlZg==:AAAA",
        "pbkdf2-sha256:100000:AAAA:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "pbkdf2-sha256:-1:MDEyMzQ1Njc4OWFiY2RlZg==:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "pbkdf2-sha1:100000:MDEyMzQ1Njc4OWFiY2RlZg==:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      })
  @DisplayName("what is no hash is none")
  void malformed(String text) {
    assertThat(PasswordHash.parse(text)).isEmpty();
  }
}
