package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Certificates;
import dev.webhookinbox.signature.Message;
import dev.webhookinbox.signature.RemoteFetch;
import dev.webhookinbox.signature.RemoteKeys;
import dev.webhookinbox.signature.Verdict;
import dev.webhookinbox.signature.Verification;
import java.io.IOException;
import java.net.URI;
import java.security.Key;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A request that names the certificate it is signed by. The name is a stranger's word: it must be a
 * place at the provider's own host before anything is fetched, and the certificate must bear the
 * provider's name.
 */
final class CertificateSigned {

  private final Pattern place;
  private final RemoteKeys<X509Certificate> certificates;

  CertificateSigned(Pattern place, Pattern commonName, RemoteFetch remote) {
    this.place = place;
    this.certificates = new RemoteKeys<>((url, now) -> fetch(url, commonName, remote));
  }

  private static Optional<X509Certificate> fetch(String url, Pattern commonName, RemoteFetch remote)
      throws IOException {
    RemoteFetch.Fetched fetched = remote.get(URI.create(url));
    if (fetched.status() == 404) {
      return Optional.empty();
    }
    if (!fetched.isOk()) {
      throw new IOException("status " + fetched.status());
    }
    return Certificates.named(commonName, fetched.body());
  }

  /** What speaks against the request, by the verification that its certificate's key makes. */
  Optional<Verdict> objection(
      String url, Message message, Instant now, Function<Key, Verification> signedBy) {
    if (!place.matcher(url).matches()) {
      return Verification.rejected("the certificate is not at the provider's host");
    }
    RemoteKeys.Known<X509Certificate> known = certificates.named(url, now);
    if (known instanceof RemoteKeys.Unreachable) {
      return Optional.of(new Verdict.Unavailable("the certificate cannot be fetched"));
    }
    if (known instanceof RemoteKeys.Found<X509Certificate> found
        && Certificates.isValid(found.key(), now)) {
      return signedBy.apply(found.key().getPublicKey()).objection(message, now);
    }
    return Verification.rejected("no such certificate, or not valid now");
  }
}
