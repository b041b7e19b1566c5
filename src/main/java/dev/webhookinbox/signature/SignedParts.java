package dev.webhookinbox.signature;

import java.security.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shape of most schemes: some parts of the request, one after the other, are signed by one
 * algorithm, and one header holds the signature or several of them.
 *
 * @param signature where the signatures stand; several may, all are tried
 * @param time the signed time, null if the provider signs none
 */
public record SignedParts(
    Algorithm algorithm,
    List<Part> parts,
    HeaderPart signature,
    Encoding encoding,
    @Nullable SignedTime time,
    Secrets secrets)
    implements Verification {

  /** More signatures than a rotation ever needs; each costs a verification. */
  private static final int MOST_SIGNATURES = 32;

  public SignedParts {
    parts = List.copyOf(parts);
  }

  /** A signature in hexadecimal over these parts. */
  public static SignedParts hex(
      Algorithm algorithm, HeaderPart signature, Secrets secrets, Part... parts) {
    return new SignedParts(algorithm, List.of(parts), signature, Encoding.HEX, null, secrets);
  }

  /** A signature in base64 over these parts. */
  public static SignedParts base64(
      Algorithm algorithm, HeaderPart signature, Secrets secrets, Part... parts) {
    return new SignedParts(algorithm, List.of(parts), signature, Encoding.BASE64, null, secrets);
  }

  /** The same with a signed time; the time must also be one of the parts. */
  public SignedParts at(SignedTime signedTime) {
    return new SignedParts(algorithm, parts, signature, encoding, signedTime, secrets);
  }

  /**
   * Signs as the sender would, by the newest secret that can.
   *
   * @param unsigned with all that is signed, the time included
   * @return empty where no secret makes signatures: a public key only checks them
   */
  public Optional<RawRequest> sign(Message unsigned, Instant now) {
    List<byte[]> signed = signed(unsigned.request());
    return signed.size() < parts.size()
        ? Optional.empty()
        : algorithm
            .signature(signed, secrets, now)
            .map(bytes -> signature.write(unsigned.request(), encoding.text(bytes)));
  }

  @Override
  public Optional<Verdict> objection(Message message, Instant now) {
    RawRequest request = message.request();
    if (!signature.isIn(request.headers())) {
      return Verification.rejected("signature header absent");
    }
    List<byte[]> candidates = candidates(request);
    if (candidates.isEmpty()) {
      return Verification.rejected(NO_SIGNATURE);
    }
    List<byte[]> signed = signed(request);
    if (signed.size() < parts.size()) {
      return Verification.rejected("a signed part is absent or malformed");
    }
    return verify(message, now, signed, candidates);
  }

  private List<byte[]> candidates(RawRequest request) {
    List<String> values = signature.values(request.headers());
    return values.size() > MOST_SIGNATURES
        ? List.of()
        : values.stream().flatMap(value -> encoding.decode(value).stream()).toList();
  }

  private List<byte[]> signed(RawRequest request) {
    List<byte[]> signed = new ArrayList<>(parts.size());
    parts.forEach(part -> part.in(request).ifPresent(signed::add));
    return signed;
  }

  /** The signature first: only the sender may learn what this server's clock thinks. */
  private Optional<Verdict> verify(
      Message message, Instant now, List<byte[]> signed, List<byte[]> candidates) {
    boolean genuine = false;
    for (Key key : secrets.active(now)) {
      genuine |= algorithm.verifies(key, signed, candidates);
    }
    if (!genuine) {
      return Verification.rejected(NO_MATCH);
    }
    return time == null ? Optional.empty() : time.objection(message, now);
  }
}
