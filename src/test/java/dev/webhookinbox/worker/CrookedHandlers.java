package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

/** Handlers as a careless user may write them; each leaves rows in {@code effects}. */
final class CrookedHandlers {

  static final String TABLE =
      "CREATE TABLE effects (handler text, event_id text, attempt int, at timestamptz DEFAULT now())";

  private static void effect(DataSource database, String handler, Event event) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO effects (handler, event_id, attempt) VALUES (?, ?, ?)")) {
      insert.setString(1, handler);
      insert.setString(2, event.key().eventId());
      insert.setInt(3, event.attempt());
      insert.executeUpdate();
    }
  }

  /** Takes what begins so, of one provider. */
  @Dependent
  @Handles(provider = "standard-webhooks", types = "chosen.*")
  static class Choosy implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "choosy", event);
      return Outcome.done();
    }
  }

  /** Takes everything of a provider that does not deliver here. */
  @ApplicationScoped
  @Handles(provider = "stripe")
  static class Stranger implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "stranger", event);
      return Outcome.done();
    }
  }

  /** Does not end by itself, and takes an interrupt for a reason to be done. */
  @ApplicationScoped
  @Handles(types = "hang")
  static class Hanging implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "hanging", event);
      return untilInterrupted();
    }
  }

  /** The same inside the job's transaction, where what it writes is not seen yet. */
  @ApplicationScoped
  @Handles(types = "hang.local")
  static class HangingLocal implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "hanging-local", event);
      return untilInterrupted();
    }
  }

  private static Outcome untilInterrupted() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Outcome.done();
  }

  /** Fails at the first attempt with something that does not even tell its name well. */
  @ApplicationScoped
  @Handles(types = "throws.*")
  static class Throwing implements EventHandler {

    @Override
    public Outcome handle(Event event) {
      if (event.attempt() > 1) {
        return Outcome.done();
      }
      switch (event.type()) {
        case "throws.speechless" -> throw new Speechless();
        case "throws.overflow" -> throw new StackOverflowError();
        case "throws.at-length" -> throw new IllegalStateException("\ud83d\ude00".repeat(5_000));
        default -> throw new IllegalStateException();
      }
    }
  }

  /** An exception that fails when it is asked for its message. */
  private static final class Speechless extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new UnsupportedOperationException("no message");
    }
  }

  /** One of two: done at once. */
  @ApplicationScoped
  @Handles(types = "pair")
  static class Able implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "able", event);
      return Outcome.done();
    }
  }

  /** The other of two: gives up, until the event is delivered again. */
  @ApplicationScoped
  @Handles(types = "pair")
  static class Unable implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    private boolean asked;

    @Override
    public synchronized Outcome handle(Event event) throws SQLException {
      effect(database, "unable", event);
      boolean first = !asked;
      asked = true;
      return first ? Outcome.giveUp("not today") : Outcome.done();
    }
  }

  /** Not careless: works in a transaction of its own, and fails in it when asked to. */
  @ApplicationScoped
  @Transactional
  @Handles(types = {"transacting", "transacting.throw"})
  static class Transacting implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "transacting", event);
      if (event.attempt() == 1 && event.type().equals("transacting.throw")) {
        throw new IllegalStateException("half-way");
      }
      return Outcome.done();
    }
  }

  private CrookedHandlers() {}
}
