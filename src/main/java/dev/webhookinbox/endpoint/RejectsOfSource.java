package dev.webhookinbox.endpoint;

import dev.webhookinbox.endpoint.Rejects.Reject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The refusals of one source: so many entries and reasons, and no more. Thread-safe. */
final class RejectsOfSource {

  static final int MOST = 50;
  private static final int MOST_REASONS = 30;

  private record Kind(String reason, String remote) {}

  private final Map<Kind, Reject> entries = new LinkedHashMap<>();
  private final Map<String, Long> reasons = new TreeMap<>();

  synchronized void add(Reject reject) {
    Kind kind = new Kind(reject.reason(), reject.remote());
    Reject before = entries.remove(kind);
    entries.put(kind, before == null ? reject : again(before, reject));
    if (entries.size() > MOST) {
      entries.remove(entries.keySet().iterator().next());
    }
    boolean isKnown = reasons.containsKey(reject.reason()) || reasons.size() < MOST_REASONS;
    reasons.merge(isKnown ? reject.reason() : "other", 1L, Long::sum);
  }

  private static Reject again(Reject before, Reject now) {
    return new Reject(
        before.firstAt(),
        now.lastAt(),
        before.times() + 1,
        now.source(),
        now.reason(),
        now.bytes(),
        now.remote());
  }

  synchronized List<Reject> latest() {
    return List.copyOf(entries.values());
  }

  synchronized Map<String, Long> byReason() {
    return new TreeMap<>(reasons);
  }
}
