package dev.webhookinbox.signature;

import java.security.Key;
import java.time.Instant;
import java.util.List;

/** The secrets of a source that are to be tried, newest first. */
public interface Secrets {

  List<Key> active(Instant now);

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
