package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.operations.BodyVariations.Change;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ways to write one JSON document that differ between serialisers: blanks, {@code \/} and
 * {@code \}{@code uXXXX}. Order and numbers stay as they are: what a proxy did to those cannot be
 * undone. Every combination is one variation, since a serialiser changes all of it at once.
 */
final class JsonVariations {

  private JsonVariations() {}

  static Stream<Change> of(Capture capture) {
    return text(capture.body()).filter(JsonVariations::looksLikeJson).stream()
        .flatMap(JsonVariations::combinations);
  }

  private static Optional<String> text(byte[] body) {
    try {
      return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static boolean looksLikeJson(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  private static Stream<Change> combinations(String text) {
    return Arrays.stream(JsonLayout.values())
        .flatMap(
            layout ->
                Arrays.stream(JsonEscapes.values())
                    .flatMap(
                        escapes ->
                            Arrays.stream(JsonSlashes.values())
                                .map(slashes -> change(text, layout, escapes, slashes))));
  }

  private static Change change(
      String text, JsonLayout layout, JsonEscapes escapes, JsonSlashes slashes) {
    return new Change(
        name(layout.change(), escapes.change(), slashes.change()),
        () -> layout.apply(text, string -> slashes.apply(escapes.apply(string))).getBytes(UTF_8));
  }

  private static String name(String... changes) {
    return "JSON "
        + String.join(", ", Arrays.stream(changes).filter(change -> !change.isEmpty()).toList());
  }
}
