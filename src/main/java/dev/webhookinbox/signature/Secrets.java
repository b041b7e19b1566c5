package dev.webhookinbox.signature;

import java.security.Key;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The secrets of a source that are to be tried, newest first. */
public interface Secrets {

  List<Key> active(Instant now);

  /** Those of a kind, where a source has several. */
  default Secrets where(Predicate<Key> kind) {
    return now -> active(now).stream().filter(kind).toList();
  }

  /** The newest one: for what this side has to sign. */
  default Optional<Key> newest(Instant now) {
    return active(now).stream().findFirst();
  }

  /** A secret with the end of its validity. */
  record Windowed(Key key, Instant notAfter) {
    boolean isActive(Instant now) {
      return !now.isAfter(notAfter);
    }

    /** Nothing of the key. */
    @Override
    public String toString() {
      return "Windowed[" + notAfter + "]";
    }
  }

  /** The active ones of a fixed list. */
  static Secrets of(List<Windowed> all) {
    List<Windowed> fixed = List.copyOf(all);
    return now -> fixed.stream().filter(secret -> secret.isActive(now)).map(Windowed::key).toList();
  }
}
