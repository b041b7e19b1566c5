package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the providers' documents and SDKs, through the entry that HTTP uses. */
class PublishedVectorsTest {

  /** The vectors' names of providers, where the profile's name is another. */
  private static final Map<String, String> PROFILES =
      Map.of(
          "standardwebhooks", "standard-webhooks",
          "standardwebhooks-v1a", "standard-webhooks",
          "svix", "svix",
          "stripe", "stripe",
          "github", "github");

  static Stream<Vector> vectors() {
    return Vector.all().stream().filter(vector -> PROFILES.containsKey(vector.provider()));
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void getTheVerdictThatTheyAreDocumentedWith(Vector vector) {
    Source source =
        Given.provider(PROFILES.getOrDefault(vector.provider(), vector.provider()))
            .secret(vector.secret())
            .source();
    Verdict verdict = source.judge(vector.request(), vector.now());
    if (vector.isValid()) {
      assertThat(verdict).isNotInstanceOfAny(Verdict.Rejected.class, Verdict.Unavailable.class);
    } else {
      assertThat(verdict).isInstanceOf(Verdict.Rejected.class);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void areRejectedWithAnotherSecret(Vector vector) {
    Source source =
        Given.provider(PROFILES.getOrDefault(vector.provider(), vector.provider()))
            .secret("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
            .source();
    assertThat(source.judge(vector.request(), vector.now())).isInstanceOf(Verdict.Rejected.class);
  }
}
