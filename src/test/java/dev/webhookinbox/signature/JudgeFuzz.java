package dev.webhookinbox.signature;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Whatever is sent, whoever does not know the secret is never believed, no profile fails, also not
 * on what is genuine, and nothing takes long. Guided by coverage, on top of a genuine request of
 * every provider.
 */
class JudgeFuzz {

  private static final List<Sender> SENDERS =
      Senders.list().stream().filter(sender -> !sender.has(Sender.Trait.NO_SECRET)).toList();

  private static final Map<String, Source> SOURCES = new HashMap<>();
  private static final Map<String, Source> STRANGERS = new HashMap<>();

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @FuzzTest(maxDuration = "20s")
  void believesNoStranger(FuzzedDataProvider data) {
    judge(SENDERS.get(data.consumeInt(0, SENDERS.size() - 1)), data);
  }

  static void judge(Sender sender, FuzzedDataProvider data) {
    if (sender.signer().isPresent() && data.consumeBoolean()) {
      Source source = SOURCES.computeIfAbsent(sender.name(), name -> sender.source().get());
      RawRequest genuine = sender.signer().get().apply(body(sender.first().body(), data));
      inTime(sender, source, genuine);
      return;
    }
    Source stranger = STRANGERS.computeIfAbsent(sender.name(), name -> sender.stranger().get());
    Verdict verdict = inTime(sender, stranger, mutated(sender.first(), data));
    if (verdict instanceof Verdict.Verified) {
      throw new AssertionError(sender + ": " + verdict);
    }
  }

  private static Verdict inTime(Sender sender, Source source, RawRequest request) {
    long start = System.nanoTime();
    Verdict verdict = source.judge(request, Signing.NOW);
    if (verdict instanceof Verdict.Unavailable) {
      throw new AssertionError(sender + " failed");
    }
    if (System.nanoTime() - start > PATIENCE.toNanos()) {
      throw new AssertionError(sender + " took long");
    }
    return verdict;
  }

  private static RawRequest mutated(RawRequest good, FuzzedDataProvider data) {
    Map<String, List<String>> fields = new HashMap<>();
    for (String name : good.headers().names()) {
      fields.put(name, value(good.headers().all(name), data));
    }
    if (data.consumeBoolean()) {
      fields.put("content-type", List.of(data.consumeString(60)));
    }
    String method = data.pickValue(new String[] {"POST", "POST", "POST", "GET", "OPTIONS"});
    String url = data.consumeBoolean() ? good.url() : good.url() + "?" + data.consumeString(200);
    byte[] body = data.consumeBoolean() ? good.body() : body(good.body(), data);
    return new RawRequest(method, url, Headers.of(fields), body);
  }

  private static List<String> value(List<String> good, FuzzedDataProvider data) {
    return switch (data.consumeInt(0, 5)) {
      case 0 -> List.of();
      case 1 -> List.of(data.consumeString(300));
      case 2 -> List.of(data.consumeString(20) + String.join("", good));
      case 3 -> List.of(String.join("", good).toUpperCase(Locale.ROOT), data.consumeString(20));
      default -> good;
    };
  }

  private static byte[] body(byte[] good, FuzzedDataProvider data) {
    if (data.consumeBoolean()) {
      return data.consumeRemainingAsBytes();
    }
    String text = new String(good, StandardCharsets.ISO_8859_1);
    int at = data.consumeInt(0, text.length());
    String changed =
        text.substring(0, at) + data.consumeRemainingAsAsciiString() + text.substring(at);
    return changed.getBytes(StandardCharsets.ISO_8859_1);
  }
}
