package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Sender.Trait.LOOSE;
import static dev.webhookinbox.signature.Sender.Trait.NO_SECRET;
import static dev.webhookinbox.signature.Sender.Trait.SIGNAL;
import static dev.webhookinbox.signature.Sender.Trait.SIGNS_TIME;
import static dev.webhookinbox.signature.Sender.Trait.SIGNS_URL;
import static dev.webhookinbox.signature.Signing.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each provider sends, in each of its ways, is taken for what it is. */
class SendersTest {

  private static final Instant LATER = NOW.plus(Duration.ofMinutes(70));

  static Stream<Sender> senders() {
    return Senders.list().stream();
  }

  static Stream<Sender> sendersWithASecret() {
    return senders().filter(sender -> !sender.has(NO_SECRET));
  }

  @Test
  void areThereForEveryProfile() {
    Set<String> profiles =
        ServiceLoader.load(ProviderProfile.class).stream()
            .map(it -> it.get().name())
            .collect(Collectors.toSet());
    assertThat(senders().map(Sender::provider).collect(Collectors.toSet())).isEqualTo(profiles);
  }

  @ParameterizedTest
  @MethodSource("senders")
  void areVerified(Sender sender) {
    Verdict verdict = sender.source().get().judge(sender.first(), NOW);
    assertThat(verdict)
        .isInstanceOfSatisfying(
            Verdict.Verified.class,
            verified -> {
              assertThat(verified.binding() == BodyBinding.RAW)
                  .isEqualTo(!sender.has(LOOSE) && !sender.name().equals("paypal"));
              assertThat(verified.events()).allMatch(event -> event.signal() == sender.has(SIGNAL));
            });
  }

  @ParameterizedTest
  @MethodSource("senders")
  @DisplayName(
      "P4: a redelivery, with its own time, signature and count of attempts, is the same event")
  void redeliveriesAreTheSame(Sender sender) {
    Source source = sender.source().get();
    assertThat(keys(source.judge(sender.requests().of(1, LATER, 2), LATER)))
        .isEqualTo(keys(source.judge(sender.first(), NOW)));
  }

  @ParameterizedTest
  @MethodSource("senders")
  @DisplayName(
      "P2: two legitimate changes of one object are two events, except that signals are one work item")
  void changesAreDifferent(Sender sender) {
    Source source = sender.source().get();
    List<String> one = keys(source.judge(sender.first(), NOW));
    List<String> two = keys(source.judge(sender.requests().of(2, NOW, 1), NOW));
    if (sender.has(SIGNAL)) {
      assertThat(two).isEqualTo(one);
    } else {
      assertThat(two).doesNotContainAnyElementsOf(one);
    }
  }

  @ParameterizedTest
  @MethodSource("senders")
  void changesOfOneObjectNameIt(Sender sender) {
    Source source = sender.source().get();
    assertThat(objects(source.judge(sender.requests().of(2, NOW, 1), NOW)))
        .isEqualTo(objects(source.judge(sender.first(), NOW)));
  }

  @ParameterizedTest
  @MethodSource("sendersWithASecret")
  @DisplayName("P3: with another secret nothing is taken")
  void strangersAreRejected(Sender sender) {
    assertThat(sender.stranger().get().judge(sender.first(), NOW))
        .isInstanceOf(Verdict.Rejected.class);
  }

  @ParameterizedTest
  @MethodSource("senders")
  void areTooOldWhereTheirTimeIsSigned(Sender sender) {
    Verdict late = sender.source().get().judge(sender.first(), LATER);
    Verdict early = sender.source().get().judge(sender.requests().of(1, LATER, 1), NOW);
    if (sender.has(SIGNS_TIME)) {
      assertThat(List.of(late, early))
          .containsOnly(new Verdict.Rejected("timestamp outside the tolerance"));
    } else {
      assertThat(List.of(late, early)).allMatch(Verdict.Verified.class::isInstance);
    }
  }

  @ParameterizedTest
  @MethodSource("senders")
  void areForOneUrlWhereItIsSigned(Sender sender) {
    RawRequest good = sender.first();
    RawRequest elsewhere =
        new RawRequest(
            good.method(),
            good.url().replace("hooks.example.com", "evil.example.com"),
            good.headers(),
            good.body());
    assertThat(sender.source().get().judge(elsewhere, NOW) instanceof Verdict.Rejected)
        .isEqualTo(sender.has(SIGNS_URL));
  }

  @ParameterizedTest
  @MethodSource("senders")
  @DisplayName("P3: with one byte of the body changed, added or taken, nothing is taken")
  void areForOneBody(Sender sender) {
    Source source = sender.source().get();
    if (!sender.has(LOOSE)) {
      RawRequest good = sender.first();
      assertThat(otherBodies(good.body()))
          .allSatisfy(
              body ->
                  assertThat(
                          source.judge(
                              new RawRequest(good.method(), good.url(), good.headers(), body), NOW))
                      .isInstanceOf(Verdict.Rejected.class));
    }
  }

  private static List<byte[]> otherBodies(byte[] body) {
    List<byte[]> others = new ArrayList<>();
    for (int at = 0; at < body.length; at += Math.max(1, body.length / 50)) {
      byte[] other = body.clone();
      other[at] ^= 1;
      others.add(other);
    }
    others.add(Arrays.copyOf(body, body.length - 1));
    others.add(Arrays.copyOf(body, body.length + 1));
    others.add(new byte[0]);
    return others;
  }

  @ParameterizedTest
  @MethodSource("senders")
  void neverFailOnWhateverStandsInAHeader(Sender sender) {
    Source source = sender.source().get();
    RawRequest good = sender.first();
    for (String name : good.headers().names()) {
      for (List<String> values : nonsense(good.headers().only(name).orElse(""))) {
        Verdict verdict = source.judge(with(good, name, values), NOW);
        assertThat(verdict).as(name).isNotInstanceOf(Verdict.Unavailable.class);
        if (Profiles.isSigned(name)) {
          assertThat(verdict).as(name).isInstanceOf(Verdict.Rejected.class);
        }
      }
    }
  }

  static Stream<Sender> sendersOfAnyBody() {
    return senders().filter(sender -> sender.signer().isPresent());
  }

  @ParameterizedTest
  @MethodSource("sendersOfAnyBody")
  void takeABoundedTimeForADocumentWithoutBounds(Sender sender) {
    Source source = sender.source().get();
    for (String body :
        List.of(
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "[" + "{},".repeat(100_000) + "{}]",
            "{\"events\":[" + "9,".repeat(100_000) + "9]}",
            "&=%".repeat(100_000),
            "{\"id\":1e999999999,\"event_ts\":" + "9".repeat(100_000) + "}")) {
      RawRequest request = sender.signer().orElseThrow().apply(Signing.utf8(body));
      assertThat(assertTimeout(Duration.ofSeconds(10), () -> source.judge(request, NOW)))
          .isNotInstanceOf(Verdict.Unavailable.class);
    }
  }

  private static List<List<String>> nonsense(String value) {
    return List.of(
        List.of(),
        List.of(value, value),
        List.of(""),
        List.of(" "),
        List.of(value.substring(0, value.length() / 2)),
        List.of("\u0000" + value),
        List.of("é" + value),
        List.of("%zz=,;v1=,t=-1"),
        List.of("9".repeat(100_000)));
  }

  private static RawRequest with(RawRequest good, String header, List<String> values) {
    Map<String, List<String>> fields = new HashMap<>();
    for (String name : good.headers().names()) {
      fields.put(name, name.equals(header) ? values : good.headers().all(name));
    }
    return new RawRequest(good.method(), good.url(), Headers.of(fields), good.body());
  }

  private static List<String> keys(Verdict verdict) {
    return Signing.events(verdict).stream()
        .map(event -> event.accountScope() + " " + event.eventId())
        .toList();
  }

  private static List<String> objects(Verdict verdict) {
    return Signing.events(verdict).stream()
        .map(event -> String.valueOf(event.objectKey()))
        .toList();
  }
}
