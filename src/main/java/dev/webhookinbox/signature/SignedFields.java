package dev.webhookinbox.signature;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A signature that stands in the message itself, over some of its fields, one after the other. The
 * rest of the message is not signed.
 */
public record SignedFields(
    Algorithm algorithm, List<Field> parts, Field signature, Encoding encoding, Secrets secrets)
    implements Verification {

  public SignedFields {
    parts = List.copyOf(parts);
  }

  /** As {@link SignedParts#sign}, where the document keeps a place for the signature. */
  public Optional<RawRequest> sign(Message unsigned, Instant now) {
    List<byte[]> signed = signed(unsigned);
    return signed.size() < parts.size()
        ? Optional.empty()
        : algorithm
            .signature(signed, secrets, now)
            .map(bytes -> unsigned.request().proven(encoding.text(bytes)));
  }

  @Override
  public Optional<Verdict> objection(Message message, Instant now) {
    Optional<byte[]> given = signature.in(message).flatMap(encoding::decode);
    if (given.isEmpty()) {
      return Verification.rejected(NO_SIGNATURE);
    }
    List<byte[]> signed = signed(message);
    if (signed.size() < parts.size()) {
      return Verification.rejected("a signed part is absent or malformed");
    }
    return verifies(signed, given.get(), now) ? Optional.empty() : Verification.rejected(NO_MATCH);
  }

  private boolean verifies(List<byte[]> signed, byte[] given, Instant now) {
    boolean genuine = false;
    for (Key key : secrets.active(now)) {
      genuine |= algorithm.verifies(key, signed, List.of(given));
    }
    return genuine;
  }

  private List<byte[]> signed(Message message) {
    List<byte[]> signed = new ArrayList<>(parts.size());
    parts.forEach(part -> part.in(message).flatMap(SignedFields::utf8).ifPresent(signed::add));
    return signed;
  }

  /** Strictly: an encoder that puts a question mark for a lone surrogate makes two texts one. */
  private static Optional<byte[]> utf8(String text) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] exact = new byte[bytes.remaining()];
      bytes.get(exact);
      return Optional.of(exact);
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }
}
