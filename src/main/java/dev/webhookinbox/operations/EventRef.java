package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.persistence.Query;
import java.util.Base64;

/**
 * An event's key, and for lists its place, as one word for URLs: ids may hold any character.
 *
 * @param acceptedMicros 0 where only the key matters
 */
record EventRef(String provider, String account, String id, long acceptedMicros) {

  /** Before the newest. */
  static final EventRef START = new EventRef("", "", "", EventFilter.END);

  private static final String SEPARATOR = "\n";

  String text() {
    String plain = String.join(SEPARATOR, provider, account, Long.toString(acceptedMicros), id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(UTF_8));
  }

  /** Reads one, or throws an answer 400. */
  static EventRef of(String text) {
    try {
      String plain = new String(Base64.getUrlDecoder().decode(text), UTF_8);
      String[] parts = plain.split(SEPARATOR, 4);
      if (parts.length == 4 && plain.indexOf('\0') < 0) {
        long micros = Math.max(0, Math.min(EventFilter.END, Long.parseLong(parts[2])));
        return new EventRef(parts[0], parts[1], parts[3], micros);
      }
    } catch (IllegalArgumentException e) {
      // told below, as for one of another form
    }
    throw Problem.badRequest("This is no reference that a list has given.");
  }

  Query on(Query query) {
    return query.setParameter(1, provider).setParameter(2, account).setParameter(3, id);
  }

  /** Sets the four parameters from this number on. */
  Query behind(Query query, int first) {
    return query
        .setParameter(first, acceptedMicros)
        .setParameter(first + 1, provider)
        .setParameter(first + 2, account)
        .setParameter(first + 3, id);
  }
}
