package dev.webhookinbox.signature;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Certificates that a provider publishes at a host of its own. What makes one trusted is the https
 * connection to that host, as in the providers' own libraries: the files hold no chain.
 */
public final class Certificates {

  private Certificates() {}

  /**
   * The first certificate of a PEM file, if its common name is one of the provider's.
   *
   * @throws IOException if the file holds no certificate
   */
  public static Optional<X509Certificate> named(Pattern commonName, byte[] pem) throws IOException {
    try {
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(pem));
      return Optional.of(certificate).filter(it -> commonName.matcher(commonName(it)).matches());
    } catch (CertificateException e) {
      throw new IOException("no certificate", e);
    }
  }

  public static boolean isValid(X509Certificate certificate, Instant now) {
    try {
      certificate.checkValidity(Date.from(now));
      return true;
    } catch (CertificateException e) {
      return false;
    }
  }

  private static String commonName(X509Certificate certificate) {
    try {
      return new LdapName(certificate.getSubjectX500Principal().getName())
          .getRdns().stream()
              .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .findFirst()
              .orElse("");
    } catch (InvalidNameException e) {
      return "";
    }
  }
}
