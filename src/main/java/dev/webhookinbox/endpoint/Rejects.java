package dev.webhookinbox.endpoint;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What this node refused lately, for people who look for a fault. In memory and bounded by source:
 * a flood costs no write, and one source's flood leaves the others' alone. Equal refusals of one
 * sender are one entry with a count. A restart forgets them. Thread-safe.
 */
@ApplicationScoped
public class Rejects {

  /**
   * Refusals of one reason to one sender.
   *
   * @param reason a fixed phrase, never a part of a request
   * @param bytes of the last one's body, as far as it was read
   * @param remote the sender's address as the server knows it; empty if unknown
   */
  public record Reject(
      Instant firstAt,
      Instant lastAt,
      long times,
      String source,
      String reason,
      long bytes,
      String remote) {}

  private final Map<String, RejectsOfSource> bySource = new ConcurrentHashMap<>();

  @Inject Clock clock;

  /** Only for sources that there are: their number bounds the memory. */
  void note(String source, String reason, long bytes, String remote) {
    Instant now = clock.instant();
    bySource
        .computeIfAbsent(source, any -> new RejectsOfSource())
        .add(new Reject(now, now, 1, source, reason, bytes, remote));
  }

  /**
   * The latest first.
   *
   * @param source null for those of all
   */
  public List<Reject> latest(@Nullable String source) {
    Stream<RejectsOfSource> meant =
        source == null
            ? bySource.values().stream()
            : Optional.ofNullable(bySource.get(source)).stream();
    return meant
        .flatMap(it -> it.latest().stream())
        .sorted(Comparator.comparing(Reject::lastAt).reversed())
        .toList();
  }

  /** How many of each reason since this node's start. */
  public Map<String, Long> byReason(String source) {
    RejectsOfSource own = bySource.get(source);
    return own == null ? new TreeMap<>() : own.byReason();
  }
}
