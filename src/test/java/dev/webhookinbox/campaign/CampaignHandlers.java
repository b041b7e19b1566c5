package dev.webhookinbox.campaign;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.handler.ActionGuard;
import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.GuardedAction;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.handler.Reconciliation;
import jakarta.annotation.Priority;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;

/** What a user would do with events, each kind in its way; every effect leaves a trace. */
final class CampaignHandlers {

  static final String REMOTE = "test.remote";
  static final String OFFSET = "test.clock-offset";

  static final String TABLE =
      "CREATE TABLE effects (id bigint GENERATED ALWAYS AS IDENTITY, event_id text, node text)";

  private static void effect(DataSource database, Event event) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO effects (event_id, node) VALUES (?, ?)")) {
      insert.setString(1, event.key().eventId());
      insert.setString(2, String.valueOf(ProcessHandle.current().pid()));
      insert.executeUpdate();
    }
  }

  /** The clock of a node that nobody sets, in place of the product's. */
  @Alternative
  @Priority(Interceptor.Priority.APPLICATION)
  @Dependent
  static class WrongClock {

    @Produces
    static Clock clock() {
      return Clock.offset(Clock.systemUTC(), Duration.parse(System.getProperty(OFFSET)));
    }
  }

  /** A row in the job's own transaction. */
  @ApplicationScoped
  @Handles(types = "local")
  static class Local implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, event);
      return Outcome.done();
    }
  }

  /** A row in a transaction that others share. */
  @ApplicationScoped
  @Handles(types = "grouped", together = 10)
  static class Grouped implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, event);
      return Outcome.done();
    }
  }

  /** A row, in the order of its key; one of ten fails at first. */
  @ApplicationScoped
  @Handles(types = "ordered", orderBy = "/key")
  static class Ordered implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      if (event.attempt() == 1 && event.key().eventId().endsWith("3")) {
        return Outcome.retry("at first");
      }
      effect(database, event);
      return Outcome.done();
    }
  }

  /** An action in the other system; the type says what that can do. */
  @ApplicationScoped
  @Handles(types = "act.*")
  static class Acting implements EventHandler {

    @Inject ActionGuard guard;

    @Override
    public Outcome handle(Event event) throws Exception {
      guard.run(event, event.type(), event.key().eventId(), new Remote(event.type()));
      return Outcome.done();
    }
  }

  private record Remote(String type) implements GuardedAction {

    private static final HttpClient CLIENT =
        HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

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
      if (type.equals("act.keys")) {
        return Reconciliation.callAgain();
      }
      HttpResponse<String> answer = send("GET", operationKey);
      if (answer.statusCode() == 200) {
        return Reconciliation.happened(answer.body());
      }
      if (answer.statusCode() == 404) {
        return Reconciliation.callAgain();
      }
      throw new IOException("answered " + answer.statusCode());
    }

    private HttpResponse<String> send(String method, String operationKey)
        throws IOException, InterruptedException {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(System.getProperty(REMOTE) + "/" + type))
              .timeout(Duration.ofSeconds(30))
              .header("Idempotency-Key", operationKey)
              .header("Node", String.valueOf(ProcessHandle.current().pid()))
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    }
  }

  private CampaignHandlers() {}
}
