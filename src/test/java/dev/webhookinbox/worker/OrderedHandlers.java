package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Handlers that ask for order. Each call leaves a row in {@code calls}, with when it began and
 * ended; what is in {@code moods} under an event's id tells how it goes.
 */
final class OrderedHandlers {

  static final String TABLES =
      """
      CREATE TABLE calls (id bigint GENERATED ALWAYS AS IDENTITY, event_id text, began timestamptz, ended timestamptz);
      CREATE TABLE moods (event_id text PRIMARY KEY, mood text)
      """;

  private static String mood(Connection connection, Event event) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement("SELECT mood FROM moods WHERE event_id = ?")) {
      query.setString(1, event.key().eventId());
      try (ResultSet row = query.executeQuery()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  private static Outcome act(DataSource database, Event event) throws SQLException {
    try (Connection connection = database.getConnection()) {
      String mood = mood(connection, event);
      if (mood.equals("bad")) {
        return Outcome.giveUp("in a bad mood");
      }
      if (mood.equals("slow")) {
        return Outcome.retry("not yet");
      }
      try (PreparedStatement insert =
          connection.prepareStatement(
              "INSERT INTO calls (event_id, began, ended)"
                  + " SELECT ?, clock_timestamp(), clock_timestamp() FROM pg_sleep(0.02)")) {
        insert.setString(1, event.key().eventId());
        insert.executeUpdate();
      }
      return Outcome.done();
    }
  }

  /** In the order of acceptance, by a pointer; a failure stops the key. */
  @ApplicationScoped
  @Handles(types = "ordered", orderBy = "/key")
  static class InOrder implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      return act(database, event);
    }
  }

  /** The same, and a failure is passed. */
  @ApplicationScoped
  @Handles(types = "passing", orderBy = "/key", orderFailed = "pass")
  static class Passing implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      return act(database, event);
    }
  }

  /** By the sender's version, in the job's transaction. */
  @ApplicationScoped
  @Handles(types = "versioned", orderBy = "/key", order = "/version")
  static class Versioned implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      return act(database, event);
    }
  }

  private OrderedHandlers() {}
}
