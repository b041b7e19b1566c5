package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Over https only, without redirects, within a few seconds, and no more than a key needs. */
final class HttpsFetch implements RemoteFetch {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final int MOST = 64 * 1024;

  private final @Nullable SSLContext trust;
  private @Nullable HttpClient client;

  HttpsFetch() {
    this(null);
  }

  /**
   * Trusts whom the context trusts.
   *
   * @param trust null for those whom the JDK trusts
   */
  HttpsFetch(@Nullable SSLContext trust) {
    this.trust = trust;
  }

  /** Made when first needed: its threads cost, and most providers need none. */
  private synchronized HttpClient client() {
    HttpClient made = client;
    if (made == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder().connectTimeout(PATIENCE).followRedirects(Redirect.NEVER);
      made = (trust == null ? builder : builder.sslContext(trust)).build();
      client = made;
    }
    return made;
  }

  @Override
  public Fetched get(URI url) throws IOException {
    return send(request(url).GET().build());
  }

  @Override
  public Fetched post(URI url, String json) throws IOException {
    return send(
        request(url)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json, UTF_8))
            .build());
  }

  private static HttpRequest.Builder request(URI url) throws IOException {
    if (!"https".equals(url.getScheme())) {
      throw new IOException("not https");
    }
    return HttpRequest.newBuilder(url).timeout(PATIENCE);
  }

  /** The request's own limit ends with the headers of the answer. */
  private static CompletableFuture<Void> closedAfter(Duration time, InputStream body) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            body.close();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
  }

  private Fetched send(HttpRequest request) throws IOException {
    try {
      HttpResponse<InputStream> response = client().send(request, BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        CompletableFuture<Void> end = closedAfter(PATIENCE, body);
        byte[] bytes = body.readNBytes(MOST + 1);
        end.cancel(false);
        if (bytes.length > MOST) {
          throw new IOException("too long for a key");
        }
        return new Fetched(response.statusCode(), bytes);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
