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
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Handlers as a user writes them, deployed beside the product; each leaves rows in {@code effects}.
 */
final class UserHandlers {

  static final String TABLE = "CREATE TABLE effects (handler text, event_id text, attempt int)";

  private static void effect(DataSource database, String handler, Event event) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO effects VALUES (?, ?, ?)")) {
      insert.setString(1, handler);
      insert.setString(2, event.key().eventId());
      insert.setInt(3, event.attempt());
      insert.executeUpdate();
    }
  }

  /** Takes one exact type and one prefix. */
  @ApplicationScoped
  @Handles(
      provider = "standard-webhooks",
      types = {"exact.type", "prefix.*"})
  static class Choosy implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "choosy", event);
      return Outcome.done();
    }
  }

  /** Writes first, and only then says or throws what its event's type tells. */
  @ApplicationScoped
  @Handles(types = "local.*")
  static class Local implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "local", event);
      if (event.attempt() == 1 && event.type().equals("local.retry")) {
        return Outcome.retry("not yet");
      }
      if (event.attempt() == 1 && event.type().equals("local.throw")) {
        throw new IllegalStateException("half-way");
      }
      return event.type().equals("local.give-up") ? Outcome.giveUp("never") : Outcome.done();
    }
  }

  /** One of two: done at once. */
  @ApplicationScoped
  @Handles(types = "pair")
  static class Steady implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "steady", event);
      return Outcome.done();
    }
  }

  /** The other of two: done at the third attempt. */
  @ApplicationScoped
  @Handles(types = "pair")
  static class Shaky implements LocalHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "shaky", event);
      return event.attempt() < 3 ? Outcome.retry("shaky") : Outcome.done();
    }
  }

  /** One of two: never done. */
  @ApplicationScoped
  @Handles(types = "uneven", maxAttempts = 2)
  static class Strict implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "strict", event);
      return Outcome.retry("strict");
    }
  }

  /** The other of two: done at the fourth attempt. */
  @ApplicationScoped
  @Handles(types = "uneven")
  static class Patient implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "patient", event);
      return event.attempt() < 4 ? Outcome.retry("patient") : Outcome.done();
    }
  }

  /** Beside others: gives every event up. */
  @ApplicationScoped
  @Handles(types = {"over.wait", "over.retry", "over.both"})
  static class Quitter implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "quitter", event);
      return Outcome.giveUp("quitter");
    }
  }

  /** As {@link Quitter}, of fewer events. */
  @ApplicationScoped
  @Handles(types = "over.both", maxAttempts = 1)
  static class Spender implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "spender", event);
      return Outcome.retry("spender");
    }
  }

  /** Beside {@link Quitter}: done at once, where it may be called. */
  @ApplicationScoped
  @Handles(
      types = {"over.wait", "over.both", "over.probe"},
      maxAttempts = 1)
  static class Waiter implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "waiter", event);
      return Outcome.done();
    }
  }

  /** Beside {@link Quitter}: done at the third attempt. */
  @ApplicationScoped
  @Handles(types = "over.retry")
  static class Third implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "third", event);
      return event.attempt() < 3 ? Outcome.retry("third") : Outcome.done();
    }
  }

  /** One of two: done once its lease is lost by this node's clock. */
  @ApplicationScoped
  @Handles(types = "slow.pair")
  static class SlowFirst implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "slow-first", event);
      while (!event.holding().isLost()) {
        LockSupport.parkNanos(1_000_000);
      }
      return Outcome.done();
    }
  }

  /** The other of two. */
  @ApplicationScoped
  @Handles(types = "slow.pair")
  static class SlowSecond implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "slow-second", event);
      return Outcome.done();
    }
  }

  /** Misbehaves at the first attempt. */
  @ApplicationScoped
  @Handles(types = "odd.*")
  static class Odd implements EventHandler {

    @Override
    @SuppressWarnings("NullAway") // what a user's code may do
    public @Nullable Outcome handle(Event event) {
      if (event.attempt() > 1) {
        return Outcome.done();
      }
      if (event.type().equals("odd.null")) {
        return null;
      }
      throw new AssertionError("a\u0000b\ud800c");
    }
  }

  /** Does not end by itself; tells when it is interrupted, and claims success all the same. */
  @ApplicationScoped
  @Handles(types = "hang")
  static class Hanging implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      effect(database, "hanging", event);
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        effect(database, "interrupted", event);
      }
      return Outcome.done();
    }
  }

  /** Never ends by itself at the first attempt, and answers an interrupt with a success. */
  @ApplicationScoped
  @Handles(types = "endless", maxRun = "PT1S")
  static class Endless implements EventHandler {

    @Override
    public Outcome handle(Event event) {
      if (event.attempt() == 1) {
        try {
          new CountDownLatch(1).await();
        } catch (InterruptedException e) {
          return Outcome.done();
        }
      }
      return Outcome.done();
    }
  }

  /** Does not heed interrupts, and tells when it learns that its event is in other hands. */
  @ApplicationScoped
  @Handles(types = "deaf", maxRun = "PT1S")
  static class Deaf implements EventHandler {

    @Resource(lookup = "jdbc/inbox-work")
    DataSource database;

    @Override
    public Outcome handle(Event event) throws SQLException {
      if (event.attempt() > 1) {
        return Outcome.done();
      }
      long end = System.nanoTime() + Duration.ofSeconds(12).toNanos();
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(1_000_000);
        Thread.interrupted();
      }
      if (event.holding().isLost()) {
        effect(database, "told", event);
      }
      return Outcome.giveUp("too late to matter");
    }
  }

  private UserHandlers() {}
}
