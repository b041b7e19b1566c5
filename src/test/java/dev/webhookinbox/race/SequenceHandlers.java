package dev.webhookinbox.race;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Two handlers that differ in their order alone; one event of ten fails at first. */
final class SequenceHandlers {

  static final String TABLE =
      "CREATE TABLE applied (id bigint GENERATED ALWAYS AS IDENTITY, event_id text)";

  private static Outcome apply(DataSource database, Event event) throws SQLException {
    if (event.attempt() == 1 && event.key().eventId().endsWith("3")) {
      return Outcome.retry("at first");
    }
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO applied (event_id) VALUES (?)")) {
      insert.setString(1, event.key().eventId());
      insert.executeUpdate();
    }
    return Outcome.done();
  }

  /** In order. */
  @ApplicationScoped
  @Handles(types = "sequence", orderBy = "object")
  static class InOrder implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      return apply(database, event);
    }
  }

  /** As they come. */
  @ApplicationScoped
  @Handles(types = "free")
  static class Free implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      return apply(database, event);
    }
  }

  private SequenceHandlers() {}
}
