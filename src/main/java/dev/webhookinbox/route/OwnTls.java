package dev.webhookinbox.route;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Mutual TLS of a route: the key that it shows ({@code key-store}) and the certificates that it
 * trusts ({@code trust-store}), each a PKCS12 file with its password. Without them the JVM's own
 * hold. Read at the start.
 */
final class OwnTls {

  /** Absent if neither is configured, or one cannot be used, which is a fault then. */
  static Optional<SSLContext> read(Settings settings, String prefix) {
    KeyStore keys = store(settings, prefix + "key-store");
    KeyStore trusted = store(settings, prefix + "trust-store");
    if (keys == null && trusted == null) {
      return Optional.empty();
    }
    try {
      String password = settings.text(prefix + "key-store-password").orElse("");
      SSLContext context = SSLContext.getInstance("TLS");
      KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
      own.init(keys, password.toCharArray());
      TrustManagerFactory others = TrustManagerFactory.getInstance("PKIX");
      others.init(trusted);
      context.init(
          keys == null ? null : own.getKeyManagers(),
          trusted == null ? null : others.getTrustManagers(),
          null);
      return Optional.of(context);
    } catch (GeneralSecurityException e) {
      settings.fault(prefix + "key-store", "holds no key that can be used", "give a PKCS12 file");
      return Optional.empty();
    }
  }

  private static @Nullable KeyStore store(Settings settings, String key) {
    Optional<String> file = settings.text(key);
    Optional<String> password = settings.text(key + "-password");
    if (file.isEmpty()) {
      if (settings.isSet(key) || settings.isSet(key + "-password")) {
        settings.fault(key, "is not set", "give the PKCS12 file that the password opens");
      }
      return null;
    }
    try (InputStream in = Files.newInputStream(Path.of(file.get()))) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password.orElse("").toCharArray());
      return store;
    } catch (IOException | InvalidPathException | GeneralSecurityException e) {
      settings.fault(
          key,
          "is no PKCS12 file that can be read and opened with its password",
          "give its path, and its password as " + key + "-password");
      return null;
    }
  }

  private OwnTls() {}
}
