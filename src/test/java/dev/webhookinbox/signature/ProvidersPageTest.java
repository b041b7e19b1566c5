package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code src/docs/providers.md} says of each profile what the profile does. */
class ProvidersPageTest {

  record Row(String provider, String body, String idSigned, String account, String again) {
    @Override
    public String toString() {
      return provider;
    }
  }

  private static String page() {
    return read("src/docs/providers.md");
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Row> rows() {
    return page()
        .lines()
        .filter(line -> line.startsWith("| [`"))
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(
            cells ->
                new Row(
                    cells.get(1).replaceAll("\\[`(.*)`].*", "$1"),
                    cells.get(2),
                    cells.get(5),
                    cells.get(6),
                    cells.get(8)));
  }

  @Test
  void hasARowAndASectionForEachProfile() {
    List<String> profiles =
        ServiceLoader.load(ProviderProfile.class).stream()
            .map(it -> it.get().name())
            .sorted()
            .toList();
    assertThat(rows().map(Row::provider)).containsExactlyElementsOf(profiles);
    assertThat(page().lines().filter(line -> line.startsWith("## ")))
        .containsAll(
            profiles.stream().filter(it -> !it.equals("hmac")).map(it -> "## " + it).toList());
  }

  /** {@code OwnWarIT} runs it. */
  @Test
  void theExampleOfAnOwnProfileIsTheOneThatIsTested() {
    String example = read("src/test/java/dev/webhookinbox/worker/AcmeProfile.java");
    assertThat(read("src/docs/handlers.md"))
        .contains(example.substring(example.indexOf("public class AcmeProfile")));
  }

  private static Stream<Sender> senders(Row row) {
    return Senders.list().stream().filter(sender -> sender.provider().equals(row.provider()));
  }

  private static Stream<Verdict.Verified> verified(Row row) {
    return senders(row)
        .map(sender -> (Verdict.Verified) sender.source().get().judge(sender.first(), Signing.NOW));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysHowLongAnEventComesAgain(Row row) {
    String[] again = row.again().split(" ", -1);
    long number = Long.parseLong(again[0]);
    assertThat(senders(row).map(sender -> sender.source().get().redeliversFor()))
        .containsOnly(again[1].equals("h") ? Duration.ofHours(number) : Duration.ofDays(number));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhetherTheIdIsSigned(Row row) {
    if (!row.provider().equals("hmac")) {
      assertThat(
              verified(row)
                  .flatMap(it -> it.events().stream())
                  .map(VerifiedEvent::idSigned)
                  .distinct())
          .containsExactlyInAnyOrderElementsOf(
              Stream.of(true, false)
                  .filter(signed -> row.idSigned().contains(signed ? "yes" : "**no**"))
                  .toList());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhatOfTheBodyIsSigned(Row row) {
    assertThat(verified(row).map(it -> it.binding().name().toLowerCase(Locale.ROOT)).distinct())
        .containsExactlyInAnyOrder(row.body().split(" or ", -1));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhetherThePayloadTellsTheAccount(Row row) {
    if (!row.provider().equals("hmac")) {
      Given given = senders(row).findFirst().orElseThrow().own().copy();
      assertThat(given.with("account-from", "payload").faults().isEmpty())
          .isEqualTo(!row.account().equals("–"));
    }
  }
}
