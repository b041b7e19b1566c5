package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cases of the providers' documents and SDKs, through the entry that HTTP uses. */
class PublishedVectorsTest {

  static Stream<Vector> vectors() {
    return Profiles.vectors();
  }

  /** By the sender alone: Plaid's keys belong to all its customers, a secret only asks for them. */
  static Stream<Vector> vectorsUnderASecret() {
    return Profiles.vectors().filter(vector -> !vector.provider().equals("plaid"));
  }

  @Test
  void areAllThere() {
    assertThat(Profiles.vectors()).hasSize(218);
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
    vector
        .expectedResponse()
        .ifPresent(
            expected ->
                assertThat(((Verdict.Handshake) verdict).answer().body()).isEqualTo(expected));
  }

  @ParameterizedTest
  @MethodSource("vectorsUnderASecret")
  void areNotGenuineWithAnotherSecret(Vector vector) {
    Source source = Profiles.sourceWithAnotherSecret(vector);
    Verdict verdict = source.judge(vector.request(), vector.now());
    if (verdict instanceof Verdict.Handshake handshake) {
      assertThat(handshake.answer().body()).isNotEqualTo(vector.expectedResponse().orElse(""));
    } else {
      assertThat(verdict).isInstanceOf(Verdict.Rejected.class);
    }
  }

  /** A body that meets the signed checksum is another body all the same: what it says is a hint. */
  @ParameterizedTest
  @MethodSource("vectors")
  void thatAreForgedAreVerifiedAsHintsOnly(Vector vector) {
    if (vector.isForged()) {
      Verdict verdict = Profiles.source(vector).judge(vector.request(), vector.now());
      assertThat(verdict)
          .isInstanceOfSatisfying(
              Verdict.Verified.class,
              it -> {
                assertThat(it.binding()).isEqualTo(BodyBinding.FIELDS);
                assertThat(it.events()).noneMatch(VerifiedEvent::idSigned);
              });
    }
  }
}
