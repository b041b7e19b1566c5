package dev.webhookinbox.route;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the exact bytes to a URL. 2xx is done; 408, 425, 429, 5xx, time-outs and connection
 * failures are tried again, those that say nothing of the event as a target that is away, {@code
 * Retry-After} only lengthening the wait; any other answer gives up, redirects included, as none is
 * followed. A crash after the target's answer repeats the call with the same {@code
 * Idempotency-Key}.
 */
final class HttpRoute implements EventHandler {

  private static final Set<Integer> PASSING = Set.of(408, 425, 429);
  private static final Set<Integer> AWAY = Set.of(429, 502, 503, 504);

  private final URI url;
  private final Duration total;
  private final HttpClient client;
  private final Map<String, String> headers;
  private final @Nullable OwnSignature signature;
  private final Clock clock;

  private HttpRoute(
      URI url,
      Duration connect,
      Duration total,
      Map<String, String> headers,
      @Nullable OwnSignature signature,
      Clock clock) {
    this.url = url;
    this.headers = headers;
    this.total = total;
    this.signature = signature;
    this.clock = clock;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connect)
            .build();
  }

  /** Reads the route's keys; absent if its URL cannot be used, which is a fault then. */
  static Optional<HttpRoute> read(Settings settings, String prefix, Clock clock) {
    settings.required(prefix + "url", "give the URL that events are sent to");
    Duration connect =
        settings.duration(
            prefix + "connect-timeout",
            Duration.ofSeconds(2),
            Duration.ofMillis(10),
            Duration.ofMinutes(1));
    Duration total =
        settings.duration(
            prefix + "timeout",
            Duration.ofSeconds(10),
            Duration.ofMillis(10),
            Duration.ofMinutes(10));
    Map<String, String> headers = OwnHeaders.read(settings, prefix);
    Optional<OwnSignature> signature = OwnSignature.read(settings, prefix + "secret");
    return settings
        .url(prefix + "url")
        .map(url -> new HttpRoute(url, connect, total, headers, signature.orElse(null), clock));
  }

  @Override
  public Outcome handle(Event event) throws InterruptedException {
    CompletableFuture<HttpResponse<String>> call =
        client.sendAsync(request(event), answer -> new FirstBytes());
    try {
      return outcome(call.get(total.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return Outcome.away("no answer within " + total);
    } catch (ExecutionException e) {
      return Outcome.away(cause(e));
    } finally {
      call.cancel(true);
    }
  }

  private HttpRequest request(Event event) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(total)
            .header("Idempotency-Key", event.key().toString())
            .header("Inbox-Source", event.source())
            .header("Inbox-Provider", event.key().provider())
            .header("Inbox-Account", HeaderText.of(event.key().accountScope()))
            .header("Inbox-Event-Id", HeaderText.of(event.key().eventId()))
            .header("Inbox-Event-Type", HeaderText.of(event.type()))
            .header("Inbox-Accepted-At", event.acceptedAt().toString())
            .header("Inbox-Attempt", Integer.toString(event.attempt()))
            .POST(HttpRequest.BodyPublishers.ofByteArray(event.body()));
    headers.forEach(request::header);
    if (event.traceparent() != null) {
      request.header("traceparent", ChildSpan.of(event.traceparent()));
    }
    if (event.contentType() != null) {
      request.header("Content-Type", event.contentType());
    }
    if (event.contentEncoding() != null) {
      request.header("Content-Encoding", event.contentEncoding());
    }
    if (signature != null) {
      signature.headers(event, clock.instant()).forEach(request::header);
    }
    return request.build();
  }

  private Outcome outcome(HttpResponse<String> response) {
    int status = response.statusCode();
    String reason = "the target answered " + status;
    if (status / 100 == 2) {
      return Outcome.done();
    }
    Optional<String> detail = Optional.of(response.body()).filter(body -> !body.isBlank());
    if (status >= 500 || PASSING.contains(status)) {
      Optional<Duration> wait =
          response
              .headers()
              .firstValue("Retry-After")
              .flatMap(value -> RetryAfter.parse(value, clock.instant()));
      return new Outcome.Retry(reason, wait, detail, AWAY.contains(status));
    }
    return new Outcome.GiveUp(reason, detail);
  }

  private String cause(ExecutionException e) {
    Throwable cause = e.getCause();
    if (cause instanceof HttpConnectTimeoutException) {
      return "no connection within the connect-timeout";
    }
    if (cause instanceof HttpTimeoutException) {
      return "no answer within " + total;
    }
    return cause instanceof IOException && cause.getMessage() != null
        ? "no answer: " + cause.getClass().getSimpleName() + ": " + cause.getMessage()
        : "no answer: " + cause;
  }
}
