package dev.webhookinbox.worker;

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

/** A handler that shares transactions; the row of each event tells in which one it was written. */
final class GroupHandlers {

  static final String TABLE =
      "CREATE TABLE grouped (event_id text, transaction text DEFAULT pg_current_xact_id()::text)";

  /** Fails for the events whose id says so, after it has written. */
  @ApplicationScoped
  @Handles(types = "group", together = 25)
  static class Grouped implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      String id = event.key().eventId();
      try (Connection connection = database.getConnection();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO grouped (event_id) VALUES (?)")) {
        insert.setString(1, id);
        insert.executeUpdate();
      }
      if (id.endsWith("-bad") && event.attempt() == 1) {
        throw new IllegalStateException("at first");
      }
      return id.endsWith("-never") ? Outcome.giveUp("never") : Outcome.done();
    }
  }

  private GroupHandlers() {}
}
