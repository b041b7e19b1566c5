package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every valid vector with one thing broken is rejected, and nothing throws. */
class BrokenRequestsTest {

  record Broken(Vector vector, String how, RawRequest request, Instant now) {
    @Override
    public String toString() {
      return vector + " with " + how;
    }
  }

  static Stream<Broken> requests() {
    return Profiles.vectors()
        .filter(vector -> vector.isValid() && !vector.isLenient())
        .flatMap(BrokenRequestsTest::broken);
  }

  private static Stream<Broken> broken(Vector vector) {
    List<Broken> all = new ArrayList<>();
    RawRequest good = vector.request();
    for (String name : vector.headers().keySet()) {
      if (Profiles.isSigned(name)) {
        String value = good.headers().only(name).orElseThrow();
        headers(value)
            .forEach((how, values) -> all.add(withHeader(vector, name + " " + how, name, values)));
      }
    }
    if (Profiles.bindsBody(vector)) {
      byte[] longer = Arrays.copyOf(good.body(), good.body().length + 1);
      all.add(
          new Broken(
              vector,
              "a longer body",
              new RawRequest(good.method(), good.url(), good.headers(), longer),
              vector.now()));
    }
    return all.stream();
  }

  private static Map<String, List<String>> headers(String value) {
    Map<String, List<String>> broken = new LinkedHashMap<>();
    broken.put("missing", List.of());
    broken.put("doubled", List.of(value, value));
    broken.put("empty", List.of(""));
    broken.put("blank", List.of("  "));
    broken.put("tab", List.of("\t"));
    broken.put("truncated", List.of(value.substring(0, value.length() / 4)));
    if (!value.matches(".*[,; ].*")) { // of a list, one good element is enough
      broken.put("another prefix", List.of("sha512=" + value));
    }
    if (!value.matches("[0-9a-f-]+")) { // hexadecimal digits mean the same in both
      broken.put("the other case", List.of(otherCase(value)));
    }
    broken.put("beyond ASCII", List.of("é" + value));
    broken.put("other script's digits", List.of("١٢٣٤"));
    broken.put("a control", List.of("\u0000" + value));
    broken.put("nonsense", List.of("zzzz,;=zz= v1,zz v1a,zz t=,=,"));
    broken.put("huge", List.of("9".repeat(1_000_000)));
    broken.put("many", List.of("v1,AAAA ".repeat(10_000)));
    return broken;
  }

  private static String otherCase(String value) {
    String upper = value.toUpperCase(Locale.ROOT);
    return upper.equals(value) ? value.toLowerCase(Locale.ROOT) : upper;
  }

  private static Broken withHeader(Vector vector, String how, String name, List<String> values) {
    Map<String, List<String>> headers = new HashMap<>();
    vector.headers().forEach((each, value) -> headers.put(each, List.of(value)));
    headers.put(name, values);
    RawRequest good = vector.request();
    return new Broken(
        vector,
        how,
        new RawRequest(good.method(), good.url(), Headers.of(headers), good.body()),
        vector.now());
  }

  @ParameterizedTest
  @MethodSource("requests")
  void areRejected(Broken broken) {
    assertThat(Profiles.source(broken.vector()).judge(broken.request(), broken.now()))
        .as(broken.toString())
        .isInstanceOf(Verdict.Rejected.class);
  }
}
