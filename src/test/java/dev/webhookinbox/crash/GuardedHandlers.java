package dev.webhookinbox.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.handler.ActionGuard;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.GuardedAction;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Reconciliation;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Handlers that act in another system under the guard, as a user writes them. */
final class GuardedHandlers {

  static final String REMOTE = "test.remote";

  /** The type says what the other system can do; the body names the order. */
  @ApplicationScoped
  @Handles(types = "act.*")
  static class Acting implements EventHandler {

    @Inject ActionGuard guard;

    @Override
    public Outcome handle(Event event) throws Exception {
      String order =
          new String(event.body(), UTF_8).replaceAll("(?s).*\"order\":\"([^\"]*)\".*", "$1");
      String result = guard.run(event, event.type(), order, new Refund(event.type()));
      return result.equals("result of " + order) ? Outcome.done() : Outcome.giveUp(result);
    }
  }

  private record Refund(String type) implements GuardedAction {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @Override
    public String call(String operationKey) throws IOException, InterruptedException {
      HttpResponse<String> answer = send("POST", operationKey);
      if (answer.statusCode() != 200) {
        throw new IOException("answered " + answer.statusCode());
      }
      return answer.body();
    }

    @Override
    public Reconciliation reconcile(String operationKey) throws IOException, InterruptedException {
      return switch (type) {
        case "act.keys" -> Reconciliation.callAgain();
        case "act.lookup" -> lookUp(operationKey);
        default -> Reconciliation.unknown("it cannot be looked up");
      };
    }

    private Reconciliation lookUp(String operationKey) throws IOException, InterruptedException {
      HttpResponse<String> answer = send("GET", operationKey);
      return answer.statusCode() == 200
          ? Reconciliation.happened(answer.body())
          : Reconciliation.callAgain();
    }

    private HttpResponse<String> send(String method, String operationKey)
        throws IOException, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(System.getProperty(REMOTE) + "/" + type))
              .timeout(Duration.ofSeconds(30))
              .header("Idempotency-Key", operationKey)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  private GuardedHandlers() {}
}
