package dev.webhookinbox.signature.provider;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Digests;
import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.RemoteFetch;
import dev.webhookinbox.signature.RemoteKeys;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import jakarta.json.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The JWT in {@code Plaid-Verification}: ES256 and nothing else, by a key that Plaid publishes
 * under the name in the JWT, over the time of sending and the body's hash.
 */
final class PlaidSignature implements Verification {

  private static final Pattern KEY_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** Three parts, of a length that leaves room for what Plaid puts into it. */
  private static final Pattern TOKEN =
      Pattern.compile("[A-Za-z0-9_-]{1,1000}\\.[A-Za-z0-9_-]{1,1000}\\.[A-Za-z0-9_-]{1,200}");

  private static final String NO_SUCH_KEY = "INVALID_WEBHOOK_VERIFICATION_KEY_ID";

  private record PublishedKey(PublicKey key, Instant expiredAt) {}

  private record Token(Document header, Document claims, String signed, String signature) {}

  private final URI place;
  private final Secrets credentials;
  private final RemoteFetch remote;
  private final Duration tolerance;
  private final RemoteKeys<PublishedKey> keys = new RemoteKeys<>(this::fetch);

  PlaidSignature(String environment, Secrets credentials, RemoteFetch remote, Duration tolerance) {
    this.place = URI.create("https://" + environment + ".plaid.com/webhook_verification_key/get");
    this.credentials = credentials;
    this.remote = remote;
    this.tolerance = tolerance;
  }

  @Override
  public Optional<Verdict> objection(Message message, Instant now) {
    Optional<Token> token =
        Field.header("Plaid-Verification").in(message).flatMap(PlaidSignature::read);
    Optional<String> name =
        token
            .map(Token::header)
            .filter(header -> header.text("/alg").equals(Optional.of("ES256")))
            .flatMap(header -> header.text("/kid"))
            .filter(kid -> KEY_NAME.matcher(kid).matches());
    return name.isEmpty()
        ? Verification.rejected("signature header absent or malformed")
        : objection(token.orElseThrow(), keys.named(name.get(), now), message, now);
  }

  private Optional<Verdict> objection(
      Token token, RemoteKeys.Known<PublishedKey> known, Message message, Instant now) {
    if (known instanceof RemoteKeys.Unreachable) {
      return Optional.of(new Verdict.Unavailable("the key cannot be fetched"));
    }
    boolean isGenuine =
        known instanceof RemoteKeys.Found<PublishedKey> found
            && now.isBefore(found.key().expiredAt())
            && isSigned(found.key().key(), token)
            && isOf(token.claims(), message.request().body());
    return isGenuine
        ? new SignedTime(Field.json("/iat"), TimeForm.SECONDS, tolerance)
            .objection(message.with(token.claims()), now)
        : Verification.rejected(NO_MATCH);
  }

  private static boolean isSigned(PublicKey key, Token token) {
    return Encoding.BASE64URL
        .decode(token.signature())
        .filter(
            signature ->
                Algorithm.ECDSA_SHA256_PLAIN.verifies(
                    key, List.of(token.signed().getBytes(US_ASCII)), List.of(signature)))
        .isPresent();
  }

  private static boolean isOf(Document claims, byte[] body) {
    return claims
        .text("/request_body_sha256")
        .filter(
            hash ->
                MessageDigest.isEqual(
                    hash.getBytes(UTF_8), Digests.sha256Hex(body).getBytes(UTF_8)))
        .isPresent();
  }

  private static Optional<Token> read(String text) {
    if (!TOKEN.matcher(text).matches()) {
      return Optional.empty();
    }
    String[] parts = text.split("\\.", -1);
    Optional<Document> header = Encoding.BASE64URL.decode(parts[0]).flatMap(Document::of);
    Optional<Document> claims = Encoding.BASE64URL.decode(parts[1]).flatMap(Document::of);
    return header.isPresent() && claims.isPresent()
        ? Optional.of(new Token(header.get(), claims.get(), parts[0] + "." + parts[1], parts[2]))
        : Optional.empty();
  }

  private Optional<PublishedKey> fetch(String name, Instant now) throws IOException {
    String[] credential =
        credentials
            .newest(now)
            .map(key -> new String(key.getEncoded(), UTF_8).split(":", 2))
            .orElseThrow(() -> new IOException("no credentials are active"));
    RemoteFetch.Fetched fetched =
        remote.post(
            place,
            Json.createObjectBuilder()
                .add("client_id", credential[0])
                .add("secret", credential[1])
                .add("key_id", name)
                .build()
                .toString());
    Optional<Document> answer = Document.of(fetched.body());
    if (answer.flatMap(it -> it.text("/error_code")).filter(NO_SUCH_KEY::equals).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        answer
            .filter(it -> fetched.isOk())
            .flatMap(it -> it.at("/key"))
            .flatMap(PlaidSignature::key)
            .orElseThrow(() -> new IOException("no key, status " + fetched.status())));
  }

  private static Optional<PublishedKey> key(Document jwk) {
    Optional<BigInteger> x = coordinate(jwk, "/x");
    Optional<BigInteger> y = coordinate(jwk, "/y");
    boolean isUsable =
        jwk.text("/kty").equals(Optional.of("EC"))
            && jwk.text("/crv").equals(Optional.of("P-256"))
            && x.isPresent()
            && y.isPresent();
    Instant expiredAt = jwk.text("/expired_at").flatMap(TimeForm.SECONDS::read).orElse(Instant.MAX);
    return isUsable
        ? key(new ECPoint(x.get(), y.get())).map(key -> new PublishedKey(key, expiredAt))
        : Optional.empty();
  }

  private static Optional<BigInteger> coordinate(Document jwk, String place) {
    return jwk.text(place)
        .flatMap(Encoding.BASE64URL::decode)
        .map(bytes -> new BigInteger(1, bytes));
  }

  private static Optional<PublicKey> key(ECPoint point) {
    try {
      AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
      curve.init(new ECGenParameterSpec("secp256r1"));
      return Optional.of(
          KeyFactory.getInstance("EC")
              .generatePublic(
                  new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class))));
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }
}
