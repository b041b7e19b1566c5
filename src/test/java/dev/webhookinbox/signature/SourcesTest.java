package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.NOW;
import static dev.webhookinbox.signature.Signing.TIME;
import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesTest {

  private static final byte[] BODY =
      utf8("{\"id\":\"evt_1\",\"type\":\"a.b\",\"account\":\"acct_9\"}");

  private static Verdict judged(Source source, String secret, Instant now) {
    String time = String.valueOf(now.getEpochSecond());
    return source.judge(Given.post(Signing.stripe(secret, time, BODY), BODY), now);
  }

  @Test
  void mustBeNamed() {
    Settings settings = new Settings(key -> Optional.empty(), List.of());
    Sources.read(settings);
    assertThat(settings.faults())
        .containsExactly("inbox.sources is not set: name at least one source");
  }

  @Test
  void ofAnUnknownProviderNameTheKnownOnes() {
    assertThat(Given.provider("strype").secret("s").faults())
        .singleElement()
        .asString()
        .startsWith("inbox.source.here.provider is no known provider: give one of ")
        .contains("stripe", "github")
        .doesNotContain("strype");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",", "a,", ",a", "a,,b", "a, ,b"})
  void withAnEmptySecretAreFaulty(String secret) {
    assertThat(Given.provider("stripe").secret(secret).faults())
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault).startsWith("inbox.source.here.secret "));
  }

  @Test
  void neverTellASecretThatIsNotOfTheForm() {
    assertThat(Given.provider("standard-webhooks").secret("whsec_%%hunter2").faults())
        .singleElement()
        .asString()
        .contains("inbox.source.here.secret")
        .doesNotContain("hunter2");
  }

  @Test
  void mayHaveEveryCommonKeyWhateverTheProvider() {
    for (String provider : List.of("standard-webhooks", "stripe", "github")) {
      Given.provider(provider)
          .secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSw")
          .with("account", "acct_main")
          .with("account-from", "configuration")
          .with("public-url", "https://hooks.example.com/hooks/here")
          .with("tolerance", "PT5M")
          .source();
    }
  }

  @Test
  void tryAllActiveSecrets() {
    Source source = Given.provider("stripe").secret("new, old").source();
    assertThat(judged(source, "new", NOW)).isInstanceOf(Verdict.Verified.class);
    assertThat(judged(source, "old", NOW)).isInstanceOf(Verdict.Verified.class);
    assertThat(judged(source, "other", NOW)).isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void letASecretEndAtItsTime() {
    Source source =
        Given.provider("stripe")
            .secret("new,old")
            .with("secret.2.not-after", NOW.toString())
            .source();
    assertThat(judged(source, "old", NOW)).isInstanceOf(Verdict.Verified.class);
    assertThat(judged(source, "old", NOW.plusSeconds(1))).isInstanceOf(Verdict.Rejected.class);
    assertThat(judged(source, "new", NOW.plusSeconds(1))).isInstanceOf(Verdict.Verified.class);
  }

  @Test
  void takeTheSourcesNameAsAccountUnlessToldOtherwise() {
    Source plain = Given.provider("stripe").secret("s").source();
    Source set = Given.provider("stripe").secret("s").with("account", "acct_main").source();
    Source signed = Given.provider("stripe").secret("s").with("account-from", "payload").source();
    assertThat(Signing.event(judged(plain, "s", NOW)).accountScope()).isEqualTo(Given.NAME);
    assertThat(Signing.event(judged(set, "s", NOW)).accountScope()).isEqualTo("acct_main");
    assertThat(Signing.event(judged(signed, "s", NOW)).accountScope()).isEqualTo("acct_9");
  }

  @Test
  void takeNoAccountFromAPayloadThatSignsNone() {
    assertThat(
            Given.provider("standard-webhooks")
                .secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .with("account-from", "payload")
                .faults())
        .singleElement()
        .asString()
        .startsWith("inbox.source.here.account-from cannot be payload");
  }

  @Test
  void holdASignedTimeToTheConfiguredTolerance() {
    Source source = Given.provider("stripe").secret("s").with("tolerance", "PT10S").source();
    RawRequest request = Given.post(Signing.stripe("s", TIME, BODY), BODY);
    assertThat(source.judge(request, NOW.plusSeconds(10))).isInstanceOf(Verdict.Verified.class);
    assertThat(source.judge(request, NOW.minusSeconds(10))).isInstanceOf(Verdict.Verified.class);
    assertThat(source.judge(request, NOW.plusSeconds(11))).isInstanceOf(Verdict.Rejected.class);
    assertThat(source.judge(request, NOW.minusSeconds(11))).isInstanceOf(Verdict.Rejected.class);
  }

  @Test
  void readTheSecretFileAgainWhenItChanges(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), "old\n");
    Source source = Given.provider("stripe").with("secret-file", file.toString()).source();
    assertThat(judged(source, "old", NOW)).isInstanceOf(Verdict.Verified.class);
    Files.writeString(file, "newer\nold not-after=" + NOW.plusSeconds(10) + "\n");
    assertThat(judged(source, "newer", NOW.plusSeconds(2))).isInstanceOf(Verdict.Verified.class);
    assertThat(judged(source, "old", NOW.plusSeconds(2))).isInstanceOf(Verdict.Verified.class);
    assertThat(judged(source, "old", NOW.plusSeconds(11))).isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n \n"})
  void keepTheLastGoodSecretsWhileTheFileIsEmpty(String content, @TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), "good");
    Source source = Given.provider("stripe").with("secret-file", file.toString()).source();
    Files.writeString(file, content);
    assertThat(judged(source, "good", NOW.plusSeconds(2))).isInstanceOf(Verdict.Verified.class);
    Files.delete(file);
    assertThat(judged(source, "good", NOW.plusSeconds(4))).isInstanceOf(Verdict.Verified.class);
    Files.writeString(file, "other");
    assertThat(judged(source, "good", NOW.plusSeconds(6))).isInstanceOf(Verdict.Rejected.class);
    assertThat(judged(source, "other", NOW.plusSeconds(6))).isInstanceOf(Verdict.Verified.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n"})
  void withAnEmptySecretFileAreFaulty(String content, @TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), content);
    assertThat(Given.provider("stripe").with("secret-file", file.toString()).faults())
        .singleElement()
        .asString()
        .startsWith("inbox.source.here.secret-file is empty");
  }

  @Test
  void withASecretFileThatIsNotThereAreFaulty(@TempDir Path directory) {
    assertThat(
            Given.provider("stripe")
                .with("secret-file", directory.resolve("none").toString())
                .faults())
        .singleElement()
        .asString()
        .startsWith("inbox.source.here.secret-file cannot be read");
  }
}
