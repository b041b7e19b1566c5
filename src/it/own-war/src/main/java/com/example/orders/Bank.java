package com.example.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The other system: refunds once an operation key, and tells what became of one. */
@ApplicationScoped
public class Bank {

  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

  @Inject
  @ConfigProperty(name = "bank.url")
  URI url;

  /** The refund's number. */
  String refund(String operationKey) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", operationKey);
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("the bank answered " + answer.statusCode());
    }
    return answer.body();
  }

  /** The number of a refund that took place. */
  Optional<String> refunded(String operationKey) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("GET", operationKey);
    return switch (answer.statusCode()) {
      case 200 -> Optional.of(answer.body());
      case 404 -> Optional.empty();
      default -> throw new IOException("the bank answered " + answer.statusCode());
    };
  }

  private HttpResponse<String> send(String method, String operationKey)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(Duration.ofSeconds(10)) // a call that hangs would keep its thread
            .header("Idempotency-Key", operationKey)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
