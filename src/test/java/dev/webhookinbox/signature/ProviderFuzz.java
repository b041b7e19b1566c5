package dev.webhookinbox.signature;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;

/**
 * {@link JudgeFuzz} for a minute on the ways of one provider, by hand: {@code mvn test-compile
 * surefire:test@fuzzing -Dtest=ProviderFuzz -Dfuzz.provider=stripe}.
 */
class ProviderFuzz {

  private static final List<Sender> SENDERS =
      Senders.list().stream()
          .filter(sender -> sender.provider().equals(System.getProperty("fuzz.provider")))
          .filter(sender -> !sender.has(Sender.Trait.NO_SECRET))
          .toList();

  @FuzzTest(maxDuration = "60s")
  void believesNoStranger(FuzzedDataProvider data) {
    JudgeFuzz.judge(SENDERS.get(data.consumeInt(0, SENDERS.size() - 1)), data);
  }
}
