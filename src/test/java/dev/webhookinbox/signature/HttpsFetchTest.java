package dev.webhookinbox.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys are fetched from a real server over TLS, which may be slow, false or talkative. */
class HttpsFetchTest {

  private static final CountDownLatch END = new CountDownLatch(1);
  private static final ExecutorService THREADS = Executors.newCachedThreadPool();
  private static SSLContext trust;
  private static HttpsServer server;

  @BeforeAll
  static void start() throws IOException, GeneralSecurityException {
    trust = context(SelfSigned.named("localhost"));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(trust));
    server.setExecutor(THREADS);
    answer("/key", 200, 10, Duration.ZERO);
    answer("/none", 404, 10, Duration.ZERO);
    answer("/endless", 200, 1 << 20, Duration.ZERO);
    answer("/slow", 200, 10, Duration.ofMinutes(1));
    answer("/elsewhere", 302, 0, Duration.ZERO);
    server.start();
  }

  @AfterAll
  static void stop() {
    END.countDown();
    server.stop(0);
    THREADS.shutdownNow();
  }

  private static void answer(String path, int status, int bytes, Duration after) {
    server.createContext(
        path,
        exchange -> {
          await(after);
          exchange.getResponseHeaders().add("Location", "https://localhost/key");
          exchange.sendResponseHeaders(status, bytes == 0 ? -1 : bytes);
          exchange.getResponseBody().write(new byte[bytes]);
          exchange.close();
        });
  }

  private static void await(Duration time) {
    try {
      if (!time.isZero()) {
        assertThat(END.await(time.toSeconds(), TimeUnit.SECONDS)).isTrue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static SSLContext context(SelfSigned own) throws IOException, GeneralSecurityException {
    Certificate certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(own.pem().getBytes(StandardCharsets.US_ASCII)));
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("key", own.key(), new char[0], new Certificate[] {certificate});
    store.setCertificateEntry("trusted", certificate);
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store, new char[0]);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static URI url(String scheme, String path) {
    return URI.create(scheme + "://localhost:" + server.getAddress().getPort() + path);
  }

  @Test
  void bringsWhatIsThere() throws IOException {
    RemoteFetch.Fetched fetched = new HttpsFetch(trust).get(url("https", "/key"));
    assertThat(fetched.isOk()).isTrue();
    assertThat(fetched.body()).hasSize(10);
    assertThat(new HttpsFetch(trust).post(url("https", "/key"), "{}").isOk()).isTrue();
  }

  @Test
  void tellsThatNothingIsThere() throws IOException {
    RemoteFetch.Fetched fetched = new HttpsFetch(trust).get(url("https", "/none"));
    assertThat(fetched.isOk()).isFalse();
    assertThat(fetched.status()).isEqualTo(404);
  }

  @Test
  void followsNoRedirect() throws IOException {
    assertThat(new HttpsFetch(trust).get(url("https", "/elsewhere")).status()).isEqualTo(302);
  }

  @Test
  void takesNoMoreThanAKey() {
    assertThatThrownBy(() -> new HttpsFetch(trust).get(url("https", "/endless")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void waitsNoLongerThanASenderWould() {
    Instant start = Instant.now();
    assertThatThrownBy(() -> new HttpsFetch(trust).get(url("https", "/slow")))
        .isInstanceOf(IOException.class);
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void trustsNobodyWhomTheJdkDoesNot() {
    assertThatThrownBy(() -> new HttpsFetch().get(url("https", "/key")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void goesNowhereWithoutTls() {
    assertThatThrownBy(() -> new HttpsFetch(trust).get(url("http", "/key")))
        .isInstanceOf(IOException.class);
  }
}
