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

  /** The one value at a place in a header. */
  static Field in(HeaderPart place) {
    return message -> Texts.single(place, message.request());
  }

  /** The one value of a name in a form. */
  static Field form(String name) {
    return message -> message.form().flatMap(form -> form.only(name));
  }

  /** The one value of a name in the query of the URL. */
  static Field query(String name) {
    return message -> Form.query(message.request()).flatMap(form -> form.only(name));
  }

  /** The text only where it is one of these. */
  static Field oneOf(Field place, String... texts) {
    List<String> known = List.of(texts);
    return message -> place.in(message).filter(known::contains);
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
