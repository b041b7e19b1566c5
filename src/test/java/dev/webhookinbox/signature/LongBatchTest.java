package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static dev.webhookinbox.signature.Signing.hex;
import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deliveries of more events than can be taken. */
class LongBatchTest {

  private static final String SECRET = "a-shared-secret";

  private static Verdict judged(String provider, String header, String prefix, String body) {
    String mac = prefix + hex(SECRET, utf8(body));
    return Senders.given(provider, SECRET)
        .source()
        .judge(Given.post(Given.headers(header, mac), body), NOW);
  }

  private static String repeated(String element, int times) {
    return "[" + String.join(",", Collections.nCopies(times, element)) + "]";
  }

  @ParameterizedTest
  @CsvSource({"20000, true", "20001, false"})
  @DisplayName("P1: accounts of Dropbox beyond what can be taken are refused, not dropped")
  void dropbox(int accounts, boolean taken) {
    String body = "{\"list_folder\":{\"accounts\":" + repeated("\"dbid:1\"", accounts) + "}}";
    assertThat(judged("dropbox", "X-Dropbox-Signature", "", body))
        .isInstanceOf(taken ? Verdict.Verified.class : Verdict.Unusable.class);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "20001, false"})
  @DisplayName("P1: changes of Meta beyond what can be taken are refused, not dropped")
  void meta(int changes, boolean taken) {
    String change = "{\"field\":\"feed\",\"value\":1}";
    String body =
        "{\"object\":\"page\",\"entry\":[{\"id\":\"1\",\"time\":1,\"changes\":"
            + repeated(change, changes)
            + "}]}";
    Verdict verdict = judged("meta", "X-Hub-Signature-256", "sha256=", body);
    assertThat(verdict).isInstanceOf(taken ? Verdict.Verified.class : Verdict.Unusable.class);
  }
}
