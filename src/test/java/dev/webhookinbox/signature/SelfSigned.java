package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.List;

/** A key with a certificate that names whom we like, made by the JDK's own keytool. */
record SelfSigned(PrivateKey key, String pem) {

  private static final String PASSWORD = "changeit";

  static SelfSigned named(String commonName) {
    try {
      Path directory = Files.createTempDirectory("self-signed");
      Path store = directory.resolve("store.p12");
      run(commonName, store);
      SelfSigned made = read(store);
      Files.delete(store);
      Files.delete(directory);
      return made;
    } catch (IOException | InterruptedException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static void run(String commonName, Path store) throws IOException, InterruptedException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    "key",
                    "-keyalg",
                    "RSA",
                    "-keysize",
                    "2048",
                    "-dname",
                    "CN=" + commonName,
                    "-startdate",
                    "2025/12/01",
                    "-validity",
                    "365",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    store.toString()))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(said);
    }
  }

  private static SelfSigned read(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    String der = Base64.getMimeEncoder().encodeToString(store.getCertificate("key").getEncoded());
    return new SelfSigned(
        (PrivateKey) store.getKey("key", PASSWORD.toCharArray()),
        "-----BEGIN CERTIFICATE-----\n" + der + "\n-----END CERTIFICATE-----\n");
  }
}
