package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the providers' documents and SDKs, through the entry that HTTP uses. */
class PublishedVectorsTest {

  static Stream<Vector> vectors() {
    return Profiles.vectors();
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void getTheVerdictThatTheyAreDocumentedWith(Vector vector) {
    Verdict verdict = Profiles.source(vector).judge(vector.request(), vector.now());
    if (vector.isValid()) {
      assertThat(verdict).isNotInstanceOfAny(Verdict.Rejected.class, Verdict.Unavailable.class);
    } else {
      assertThat(verdict).isInstanceOf(Verdict.Rejected.class);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void areRejectedWithAnotherSecret(Vector vector) {
    Source source = Profiles.given(vector, "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA").source();
    assertThat(source.judge(vector.request(), vector.now())).isInstanceOf(Verdict.Rejected.class);
  }
}
