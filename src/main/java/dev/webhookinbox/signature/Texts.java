package dev.webhookinbox.signature;

import java.util.List;
import java.util.Optional;

/** Header texts that may be signed. */
final class Texts {

  private static final int MOST = 1_000;
  private static final int MOST_OF_HEADER = 16_384;

  private Texts() {}

  /**
   * The one value at a place; absent if there is none, another one, or an empty one. It is
   * printable ASCII: beyond that, two different texts could give the same bytes.
   */
  static Optional<String> single(HeaderPart place, RawRequest request) {
    List<String> values = place.values(request.headers());
    return values.size() == 1
        ? Optional.of(values.get(0)).filter(Texts::isPlain)
        : Optional.empty();
  }

  private static boolean isPlain(String text) {
    return !text.isBlank() && text.length() <= MOST;
  }

  /** Of a length that a header may have, and printable ASCII throughout. */
  static boolean isPrintable(String text) {
    return text.length() <= MOST_OF_HEADER
        && text.chars().allMatch(unit -> unit >= 0x20 && unit < 0x7f);
  }
}
