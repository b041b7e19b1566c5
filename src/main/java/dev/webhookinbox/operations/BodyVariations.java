package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The bodies that the sender may have signed, if something between changed them: what proxies,
 * frameworks and editors do to a body, undone. Made one by one when asked for, as each may be a
 * megabyte.
 */
final class BodyVariations {

  private static final Charset WINDOWS = Charset.forName("windows-1252");
  private static final String BOM = "\u00EF\u00BB\u00BF"; // as Latin-1 shows its three bytes

  private BodyVariations() {}

  static Stream<Variation> of(Capture capture) {
    String bytes = new String(capture.body(), ISO_8859_1);
    return Stream.of(
            ends(bytes), forms(bytes), charsets(capture.body()), JsonVariations.of(capture))
        .flatMap(all -> all)
        .flatMap(each -> varied(capture, each).stream());
  }

  /** A name, and the body when it is asked for: null where the variation does not apply. */
  record Change(String name, Supplier<byte @Nullable []> body) {}

  private static Optional<Variation> varied(Capture capture, Change change) {
    byte[] body = change.body.get();
    return body == null || Arrays.equals(body, capture.body())
        ? Optional.empty()
        : Optional.of(new Variation("body", change.name, capture.withBody(body)));
  }

  private static Stream<Change> ends(String bytes) {
    return Stream.of(
        latin("trailing newline removed", () -> bytes.replaceFirst("\\r?\\n\\z", "")),
        latin("trailing whitespace removed", bytes::stripTrailing),
        latin("trailing newline added", () -> bytes + "\n"),
        latin("trailing CRLF added", () -> bytes + "\r\n"),
        latin("line ends CRLF changed to LF", () -> bytes.replace("\r\n", "\n")),
        latin(
            "line ends LF changed to CRLF",
            () -> bytes.replace("\r\n", "\n").replace("\n", "\r\n")),
        latin(
            "byte order mark removed",
            () -> bytes.startsWith(BOM) ? bytes.substring(BOM.length()) : bytes),
        latin("byte order mark added", () -> bytes.startsWith(BOM) ? bytes : BOM + bytes));
  }

  private static Stream<Change> forms(String bytes) {
    boolean isForm = bytes.indexOf('=') > 0 && bytes.matches("[\\x21-\\x7E]*");
    return isForm
        ? Stream.of(
            latin("form blanks + changed to %20", () -> bytes.replace("+", "%20")),
            latin("form blanks %20 changed to +", () -> bytes.replace("%20", "+")),
            latin("percent-encoding in upper case", () -> Percent.upper(bytes)),
            latin("percent-encoding in lower case", () -> Percent.lower(bytes)))
        : Stream.empty();
  }

  private static Stream<Change> charsets(byte[] body) {
    return Stream.of(
        new Change("charset UTF-8 changed to ISO-8859-1", () -> recoded(body, UTF_8, ISO_8859_1)),
        new Change("charset ISO-8859-1 changed to UTF-8", () -> recoded(body, ISO_8859_1, UTF_8)),
        new Change("charset UTF-8 changed to windows-1252", () -> recoded(body, UTF_8, WINDOWS)),
        new Change("charset windows-1252 changed to UTF-8", () -> recoded(body, WINDOWS, UTF_8)));
  }

  /** Strictly: null unless every character has its place in both. */
  private static byte @Nullable [] recoded(byte[] body, Charset from, Charset to) {
    try {
      CharBuffer text = from.newDecoder().decode(ByteBuffer.wrap(body));
      ByteBuffer recoded = to.newEncoder().encode(text);
      byte[] bytes = new byte[recoded.remaining()];
      recoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** A change of bytes, seen as Latin-1, which keeps every byte. */
  private static Change latin(String name, Supplier<String> text) {
    return new Change(name, () -> text.get().getBytes(ISO_8859_1));
  }
}
