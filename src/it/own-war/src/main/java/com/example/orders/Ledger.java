package com.example.orders;

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

/**
 * Local: the row and the event's end are one transaction. Both are there, or neither, whatever
 * crashes in between.
 */
@ApplicationScoped
@Handles(types = "order.paid")
public class Ledger implements LocalHandler {

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  @Override
  public Outcome handle(Event event) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO ledger (order_id, event_id) VALUES (?, ?)")) {
      insert.setString(1, Orders.of(event));
      insert.setString(2, event.key().eventId());
      insert.executeUpdate();
    }
    return Outcome.done();
  }
}
