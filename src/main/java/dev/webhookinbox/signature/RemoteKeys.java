package dev.webhookinbox.signature;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Published keys by the name that a request gives. The request is not believed yet, so whoever
 * sends it must not be able to make this server call out at will: answers are cached, also the
 * answer that there is no such key, and few calls run at a time. Thread-safe.
 *
 * @param <K> what a key is to the provider
 */
public final class RemoteKeys<K> {

  /** How a key is asked for; an empty answer means that there is none of this name. */
  @FunctionalInterface
  public interface Lookup<K> {
    Optional<K> find(String name, Instant now) throws IOException;
  }

  /** What is known of a key. */
  public sealed interface Known<K> {}

  public record Found<K>(K key) implements Known<K> {}

  public record Absent<K>() implements Known<K> {}

  public record Unreachable<K>() implements Known<K> {}

  private record Entry<K>(Known<K> known, Instant until) {}

  private static final int MOST = 256;
  private static final int CALLS_AT_A_TIME = 2;
  private static final Duration KEPT = Duration.ofHours(6);
  private static final Duration ABSENT_KEPT = Duration.ofMinutes(5);
  private static final Duration UNREACHABLE_KEPT = Duration.ofSeconds(5);

  private final Lookup<K> lookup;
  private final Semaphore calls = new Semaphore(CALLS_AT_A_TIME);
  private final Map<String, Entry<K>> found = bounded();
  private final Map<String, Entry<K>> missing = bounded();

  public RemoteKeys(Lookup<K> lookup) {
    this.lookup = lookup;
  }

  /** The least recently used goes; names that do not exist cannot push out keys that do. */
  private static <E> Map<String, E> bounded() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, E> eldest) {
        return size() > MOST;
      }
    };
  }

  public Known<K> named(String name, Instant now) {
    Entry<K> entry = cached(name, now);
    if (entry != null) {
      return entry.known();
    }
    if (!calls.tryAcquire()) {
      return new Unreachable<>();
    }
    try {
      return remember(name, ask(name, now), now);
    } finally {
      calls.release();
    }
  }

  private synchronized @Nullable Entry<K> cached(String name, Instant now) {
    Entry<K> entry = found.getOrDefault(name, missing.get(name));
    return entry != null && now.isBefore(entry.until()) ? entry : null;
  }

  private Known<K> ask(String name, Instant now) {
    try {
      return lookup.find(name, now).<Known<K>>map(Found::new).orElseGet(Absent::new);
    } catch (IOException e) {
      return new Unreachable<>();
    }
  }

  /** A key that was good stays so while it cannot be asked for again. */
  private synchronized Known<K> remember(String name, Known<K> known, Instant now) {
    Entry<K> old = found.get(name);
    if (known instanceof Unreachable && old != null) {
      found.put(name, new Entry<>(old.known(), now.plus(ABSENT_KEPT)));
      return old.known();
    }
    found.remove(name);
    missing.remove(name);
    if (known instanceof Found) {
      found.put(name, new Entry<>(known, now.plus(KEPT)));
    } else {
      Duration kept = known instanceof Absent ? ABSENT_KEPT : UNREACHABLE_KEPT;
      missing.put(name, new Entry<>(known, now.plus(kept)));
    }
    return known;
  }
}
