package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/** One stretch of the signed bytes; absent where the request lacks it. */
@FunctionalInterface
public interface Part {

  Optional<byte[]> in(RawRequest request);

  static Part text(String literal) {
    byte[] bytes = literal.getBytes(UTF_8);
    return request -> Optional.of(bytes);
  }

  /** The literal text of a header. */
  static Part header(String name) {
    return in(HeaderPart.whole(name));
  }

  /** The literal text of the one value at a place in a header. */
  static Part in(HeaderPart place) {
    return request -> Texts.single(place, request).map(text -> text.getBytes(ISO_8859_1));
  }

  static Part body() {
    return request -> Optional.of(request.body());
  }

  static Part method() {
    return request -> Optional.of(request.method().getBytes(UTF_8));
  }

  static Part url(SignedUrl url) {
    return request -> Optional.of(url.of(request).getBytes(UTF_8));
  }
}
