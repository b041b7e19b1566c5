package dev.webhookinbox.signature;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A place in a message that holds a text; absent where the message lacks it. */
@FunctionalInterface
public interface Field {

  Optional<String> in(Message message);

  /** The one value of a header. */
  static Field header(String name) {
    return message -> message.request().headers().only(name).filter(text -> !text.isBlank());
  }

  /** The text, number or boolean at a JSON pointer. */
  static Field json(String pointer) {
    return message -> message.document().flatMap(document -> document.text(pointer));
  }

  static Field text(String literal) {
    return message -> Optional.of(literal);
  }

  static Field none() {
    return message -> Optional.empty();
  }

  /** The SHA-256 of the body: equal bytes are the same event. */
  static Field bodyHash() {
    return message -> Optional.of("sha256:" + Digests.sha256Hex(message.request().body()));
  }

  /** The first of the places that holds something. */
  static Field firstOf(Field... places) {
    return message ->
        Arrays.stream(places).flatMap(place -> place.in(message).stream()).findFirst();
  }

  /** Those of the places that hold something, with the separator between them. */
  static Field joined(String separator, Field... places) {
    return message -> {
      List<String> texts =
          Arrays.stream(places).flatMap(place -> place.in(message).stream()).toList();
      return texts.isEmpty() ? Optional.empty() : Optional.of(String.join(separator, texts));
    };
  }
}
