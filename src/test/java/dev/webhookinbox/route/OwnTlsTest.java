package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventKey;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A route against a target that asks for a certificate. */
class OwnTlsTest {

  private static final String PASSWORD = "changeit";

  @TempDir static Path directory;
  private static Path own;
  private static Path trust;
  private static HttpsServer target;

  @BeforeAll
  static void start() throws Exception {
    Path server = directory.resolve("server.p12");
    own = directory.resolve("own.p12");
    trust = directory.resolve("trust.p12");
    makeKey(server, "localhost");
    makeKey(own, "inbox");
    copyCertificate(server, trust, "server");
    Path trustedByServer = directory.resolve("clients.p12");
    copyCertificate(own, trustedByServer, "inbox");

    target = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    SSLContext context = context(server, trustedByServer);
    target.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters needed = context.getDefaultSSLParameters();
            needed.setNeedClientAuth(true);
            parameters.setSSLParameters(needed);
          }
        });
    target.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    target.start();
  }

  @AfterAll
  static void stop() {
    target.stop(0);
  }

  private static void keytool(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  private static void makeKey(Path store, String name) throws IOException, InterruptedException {
    keytool(
        "-genkeypair",
        "-alias",
        "key",
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=dns:localhost",
        "-keystore",
        store.toString());
  }

  private static void copyCertificate(Path from, Path to, String alias)
      throws IOException, InterruptedException {
    Path certificate = directory.resolve(alias + ".cer");
    keytool(
        "-exportcert",
        "-alias",
        "key",
        "-file",
        certificate.toString(),
        "-keystore",
        from.toString());
    keytool(
        "-importcert",
        "-noprompt",
        "-alias",
        alias,
        "-file",
        certificate.toString(),
        "-keystore",
        to.toString());
  }

  private static SSLContext context(Path keys, Path trusted) throws Exception {
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray()), PASSWORD.toCharArray());
    TrustManagerFactory others = TrustManagerFactory.getInstance("PKIX");
    others.init(KeyStore.getInstance(trusted.toFile(), PASSWORD.toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }

  private static Settings settings(Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.put("url", "https://localhost:" + target.getAddress().getPort() + "/in");
    return new Settings(key -> Optional.ofNullable(keys.get(key)), keys.keySet());
  }

  private static Outcome sent(Map<String, String> tls) throws Exception {
    Event event =
        new Event(
            "source",
            new EventKey("p", "a", "e"),
            "t",
            null,
            new byte[0],
            null,
            null,
            Instant.now(),
            1);
    return HttpRoute.read(settings(tls), "", Clock.systemUTC()).orElseThrow().handle(event);
  }

  @Test
  @DisplayName(
      "a route shows its certificate to a target that asks for one, and trusts its own store")
  void mutual() throws Exception {
    assertThat(
            sent(
                Map.of(
                    "key-store",
                    own.toString(),
                    "key-store-password",
                    PASSWORD,
                    "trust-store",
                    trust.toString(),
                    "trust-store-password",
                    PASSWORD)))
        .isEqualTo(Outcome.done());
  }

  @Test
  @DisplayName(
      "without its certificate the target refuses it, and without the store it does not trust the target")
  void oneSided() throws Exception {
    assertThat(sent(Map.of("trust-store", trust.toString(), "trust-store-password", PASSWORD)))
        .isInstanceOf(Outcome.Retry.class);
    assertThat(sent(Map.of("key-store", own.toString(), "key-store-password", PASSWORD)))
        .isInstanceOf(Outcome.Retry.class);
  }

  @Test
  @DisplayName(
      "P13: a store that cannot be opened is a fault that names its key, and not the password")
  void faults() {
    for (Map<String, String> bad :
        List.of(
            Map.of("key-store", own.toString(), "key-store-password", "wrong-canary"),
            Map.of("trust-store", directory.resolve("none").toString()),
            Map.of("key-store-password", "wrong-canary"))) {
      Settings settings = settings(bad);
      OwnTls.read(settings, "");

      assertThat(settings.faults()).hasSize(1);
      assertThat(settings.faults().get(0)).contains("-store ").doesNotContain("wrong-canary");
    }
  }
}
