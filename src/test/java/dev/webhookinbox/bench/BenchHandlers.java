package dev.webhookinbox.bench;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;

/** What the benchmark's events do. */
final class BenchHandlers {

  static final String NO_OP = "bench.no-op";
  static final String ROW = "bench.row";
  static final String ROWS = "bench.rows";
  static final String TABLE = "CREATE TABLE bench_effects (event_id text PRIMARY KEY)";

  private static final Queue<Long> LATENCIES = new ConcurrentLinkedQueue<>();

  private BenchHandlers() {}

  /** Does nothing, but notes how long after its acceptance the event came here. */
  @ApplicationScoped
  @Handles(types = NO_OP)
  static class NoEffect implements EventHandler {

    @Override
    public Outcome handle(Event event) {
      LATENCIES.add(Duration.between(event.acceptedAt(), Instant.now()).toNanos() / 1_000);
      return Outcome.done();
    }
  }

  /** Writes the notes, in microseconds, into the file whose name is the event's id. */
  @ApplicationScoped
  @Handles(types = "bench.notes")
  static class Notes implements EventHandler {

    @Override
    public Outcome handle(Event event) throws IOException {
      Path file = Path.of(System.getProperty("bench.notes"), event.key().eventId());
      Files.write(file, LATENCIES.stream().map(String::valueOf).toList());
      LATENCIES.clear();
      return Outcome.done();
    }
  }

  /** Writes one row in the job's own transaction. */
  @ApplicationScoped
  @Handles(types = ROW)
  static class OneRow implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      try (Connection connection = database.getConnection();
          PreparedStatement insert =
              connection.prepareStatement("INSERT INTO bench_effects VALUES (?)")) {
        insert.setString(1, event.key().eventId());
        insert.executeUpdate();
      }
      return Outcome.done();
    }
  }

  /** The same for up to 25 events in one transaction. */
  @ApplicationScoped
  @Handles(types = ROWS, together = 25)
  static class Rows extends OneRow {}
}
