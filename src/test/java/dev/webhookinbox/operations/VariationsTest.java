package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariationsTest {

  private static Capture capture(byte[] body) {
    return new Capture("POST", "", Map.of(), body, null);
  }

  /** The name of the first variation of the captured body that gives the signed one. */
  private static Optional<String> name(byte[] captured, byte[] signed) {
    return BodyVariations.of(capture(captured))
        .filter(each -> Arrays.equals(each.capture().body(), signed))
        .map(Variation::name)
        .findFirst();
  }

  static Stream<Arguments> pairs() {
    return Stream.of(
        Arguments.of("{}", "{}\n", "trailing newline removed"),
        Arguments.of("{}", "{}\r\n", "trailing newline removed"),
        Arguments.of("{}\n", "{}", "trailing newline added"),
        Arguments.of("a\nb", "a\r\nb", "line ends CRLF changed to LF"),
        Arguments.of("a\r\nb", "a\nb", "line ends LF changed to CRLF"),
        Arguments.of("{}", "\uFEFF{}", "byte order mark removed"),
        Arguments.of("a=b+c", "a=b%20c", "form blanks %20 changed to +"),
        Arguments.of("a=b%20c", "a=b+c", "form blanks + changed to %20"),
        Arguments.of("a=%2F", "a=%2f", "percent-encoding in upper case"),
        Arguments.of("{\"a\":[1,\"b c\"]}", "{\n  \"a\" : [1, \"b c\"]\n}", "JSON without blanks"),
        Arguments.of(
            "{\"a\": [1, 2]}", "{\"a\":[1,2]}", "JSON with a blank after each comma and colon"),
        Arguments.of("[\"a\\/b\"]", "[\"a/b\"]", "JSON with \\/ instead of /"),
        Arguments.of("[\"a/b\"]", "[\"a\\/b\"]", "JSON with / instead of \\/"),
        Arguments.of(
            "[\"\\u00e9\\ud83d\\ude00\"]",
            "[\"é😀\"]",
            "JSON with \\uXXXX in lower case for what is not ASCII"),
        Arguments.of(
            "[\"é😀\"]",
            "[\"\\u00E9\\ud83d\\ude00\"]",
            "JSON with plain characters instead of \\uXXXX"),
        Arguments.of(
            "{\"a\":\"\\u00e9\\/\"}",
            "{ \"a\" : \"é/\" }",
            "JSON without blanks, with \\uXXXX in lower case for what is not ASCII,"
                + " with \\/ instead of /"),
        Arguments.of("[\"\\u003cb\\u003e\"]", "[\"<b>\"]", "JSON with \\uXXXX for < > and &"));
  }

  @ParameterizedTest(name = "{2}: {1}")
  @MethodSource("pairs")
  @DisplayName("what something on the way did to a body is undone and named")
  void undone(String signed, String captured, String name) {
    assertThat(name(captured.getBytes(UTF_8), signed.getBytes(UTF_8))).contains(name);
  }

  @Test
  @DisplayName("a body that was read in the wrong charset is undone and named")
  void charsets() {
    byte[] latin = "{\"name\":\"José\"}".getBytes(ISO_8859_1);
    byte[] utf = "{\"name\":\"José\"}".getBytes(UTF_8);
    byte[] windows = "[\"“é”\"]".getBytes(Charset.forName("windows-1252"));

    assertThat(name(utf, latin)).contains("charset UTF-8 changed to ISO-8859-1");
    assertThat(name(latin, utf)).contains("charset ISO-8859-1 changed to UTF-8");
    assertThat(name("[\"“é”\"]".getBytes(UTF_8), windows))
        .contains("charset UTF-8 changed to windows-1252");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"\\\\/\\\\u0041\\\"\"}",
        "[\"\\u0000\\ud800\\u0022\\u005c\"]",
        "[\"\\n\"]"
      })
  @DisplayName("an escape that means something else, or must stay, stays")
  void staying(String json) {
    assertThat(JsonEscapes.PLAIN.apply(json.substring(1))).isEqualTo(json.substring(1));
    assertThat(JsonSlashes.PLAIN.apply(json.substring(1))).isEqualTo(json.substring(1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[\"", "[\"\\", "{\"a\":\"\\u12", "[\"\\ud83d\\u", "\"\"\"", "[\\"})
  @DisplayName("a body that is broken off makes no variation fail")
  void brokenOff(String body) {
    assertThat(BodyVariations.of(capture(body.getBytes(UTF_8))).count()).isLessThan(100);
  }

  @Test
  @DisplayName("a URL is tried with the other scheme, port and slash, and its query is not shown")
  void urls() {
    Capture capture =
        new Capture("POST", "http://h.example:8080/in?token=hidden", Map.of(), new byte[0], null);

    assertThat(UrlVariations.of(capture))
        .anySatisfy(
            each -> {
              assertThat(each.capture().url()).isEqualTo("https://h.example/in?token=hidden");
              assertThat(each.name()).isEqualTo("URL with scheme https, port none");
            })
        .anySatisfy(
            each ->
                assertThat(each.capture().url())
                    .isEqualTo("http://h.example:8080/in/?token=hidden"))
        .noneSatisfy(each -> assertThat(each.name()).contains("hidden"));
    assertThat(UrlVariations.of(capture.withUrl("no url"))).isEmpty();
  }
}
