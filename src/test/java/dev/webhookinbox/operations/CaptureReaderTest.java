package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is refused is tested over HTTP, in {@link CheckIT}: the refusal needs a server's JAX-RS. */
class CaptureReaderTest {

  private static Capture read(String json) {
    return CaptureReader.read(json.getBytes(UTF_8));
  }

  @Test
  @DisplayName("a captured request is read with all that it has")
  void whole() {
    Capture capture =
        read(
            "{\"method\":\"put\",\"url\":\"https://h/x\",\"at\":\"2026-01-31T12:00:00+01:00\","
                + "\"headers\":{\"A\":\"1\",\"a\":[\"2\",\"3\"]},\"bodyBase64\":\"AAH/\\n\"}");

    assertThat(capture.method()).isEqualTo("PUT");
    assertThat(capture.url()).isEqualTo("https://h/x");
    assertThat(capture.request().headers().all("a")).containsExactly("1", "2", "3");
    assertThat(capture.body()).containsExactly(0, 1, 255);
    assertThat(capture.at()).isEqualTo(Instant.parse("2026-01-31T11:00:00Z"));
  }

  @Test
  @DisplayName("headers suffice; the method is POST, and the time is not given")
  void least() {
    Capture capture = read("{\"headers\":{}}");

    assertThat(capture.method()).isEqualTo("POST");
    assertThat(capture.body()).isEmpty();
    assertThat(capture.at()).isNull();
  }
}
