package dev.webhookinbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeptTextTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no answer from https://user:pass@host/in        | no answer from https://***@host/in",
        "refused: Authorization: Bearer abc.def-123456   | refused: Authorization: Bearer ***",
        "password=hunter2 for user inbox                 | password=*** for user inbox",
        "{\"api_key\": \"12345\", \"a\": 1}                 | {\"api_key\": \"***\", \"a\": 1}",
        "token: abc, signature=v1;x                      | token: ***, signature=***;x",
        "the secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2     | the secret ***",
        "sk_live_51abcdefghijklmno is no good            | *** is no good",
      })
  @DisplayName("P13: what looks like a credential is not kept")
  void scrubbed(String text, String kept) {
    assertThat(KeptText.of(text, 500)).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "the target answered 500",
    "java.lang.IllegalStateException: no token was given",
    "a basic mistake in the secretary's office",
  })
  @DisplayName("what does not is kept as it is")
  void kept(String text) {
    assertThat(KeptText.of(text, 500)).isEqualTo(text);
  }

  @Test
  @DisplayName("P13: a credential at the cut is not kept in part")
  void atTheCut() {
    assertThat(KeptText.of("x".repeat(480) + " password=abcdefghijklmnopqrstuvwxyz", 500))
        .doesNotContain("abc");
  }
}
