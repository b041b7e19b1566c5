package dev.webhookinbox.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The messages of the code, and those of the page for operators. */
class MessagesTest {

  private static final Pattern ID = Pattern.compile("WHI-\\d{3}");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (WHI-\\d{3}(?:, \\d{3})*) \\|");
  private static final Pattern LOGGED =
      Pattern.compile(
          "LOG\\s*\\.log\\(\\s*Level\\.(?:INFO|WARNING|ERROR|SEVERE),\\s*+(?!message|\"WHI-|LogLine\\.of\\(\\s*\"WHI-|JobLine\\.of\\(\\s*\"WHI-|line\\(\\s*\"WHI-)");

  private static List<String> sources() {
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(MessagesTest::content)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName(
      "every message's id is on the operators' page, and none is there that the code lacks")
  void listed() {
    TreeSet<String> logged = new TreeSet<>();
    sources().forEach(text -> ID.matcher(text).results().forEach(id -> logged.add(id.group())));
    TreeSet<String> listed = new TreeSet<>();
    ROW.matcher(content(Path.of("src/docs/operations.md")))
        .results()
        .flatMap(row -> Stream.of(row.group(1).replace("WHI-", "").split(", ")))
        .forEach(number -> listed.add("WHI-" + number));

    assertThat(logged).hasSizeGreaterThan(20).isEqualTo(listed);
  }

  @Test
  @DisplayName("every message from information upwards begins with an id")
  void identified() {
    List<String> nameless =
        sources().stream()
            .flatMap(text -> LOGGED.matcher(text).results().map(at -> line(text, at)))
            .toList();

    assertThat(nameless).isEmpty();
  }

  private static String line(String text, MatchResult at) {
    return text.substring(at.start(), Math.min(text.length(), at.end() + 80));
  }
}
