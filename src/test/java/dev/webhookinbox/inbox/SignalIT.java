package dev.webhookinbox.inbox;

import static dev.webhookinbox.inbox.InContainer.atOnce;
import static dev.webhookinbox.inbox.InContainer.delivery;
import static dev.webhookinbox.inbox.InContainer.key;
import static dev.webhookinbox.inbox.InContainer.look;
import static dev.webhookinbox.inbox.InContainer.signal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Signals, which may come at any moment in the life of their work item: none may be lost. */
@Tag("alone")
@ArquillianTest
class SignalIT {

  private static final int THREADS = 16;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Inject Inbox inbox;
  @Inject Queue queue;
  @Inject LocalWork local;
  @Resource ManagedThreadFactory threads;

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  private final String id = UUID.randomUUID().toString();

  @Deployment
  static WebArchive war() {
    return InContainer.warWith(SignalIT.class);
  }

  @BeforeEach
  void empty() {
    look(database, "DELETE FROM webhook_jobs");
  }

  private List<Receipt> acceptAtOnce(List<Delivery> deliveries) {
    List<Callable<Receipt>> tasks = new ArrayList<>();
    deliveries.forEach(delivery -> tasks.add(() -> inbox.accept(delivery)));
    return atOnce(threads, tasks);
  }

  private Receipt signalled() throws NotStored {
    return inbox.accept(delivery("changed", signal(id)));
  }

  private ClaimedJob claimed() {
    look(database, "UPDATE webhook_jobs SET next_attempt_at = now() WHERE state = 'pending'");
    return queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0);
  }

  private String row(String columns) {
    return look(database, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", id);
  }

  @Test
  @DisplayName("P2: of 16 signals of one object at once, one opens the work item")
  void atOnceOnNothing() {
    List<Receipt> receipts =
        acceptAtOnce(Collections.nCopies(THREADS, delivery("changed", signal(id))));

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals(THREADS - 1, Collections.frequency(receipts, Receipt.DUPLICATE));
    assertEquals("pending 0", row("state || ' ' || attempts"));
  }

  @Test
  @DisplayName("16 signals that come at once while the work item runs make it run once more")
  void atOnceWhileRunning() throws NotStored {
    signalled();
    ClaimedJob running = claimed();

    acceptAtOnce(Collections.nCopies(THREADS, delivery("changed", signal(id))));

    assertTrue(queue.settle(running.lease(), new Settlement.Done("done")));
    assertTrue(queue.settle(claimed().lease(), new Settlement.Done("done")));
    assertEquals("done 1", row("state || ' ' || attempts"));
  }

  @Test
  @DisplayName("P2: a signal that stands twice in a batch is one work item")
  void twiceInOneBatch() throws NotStored {
    Delivery twice = delivery("changed", signal(id), signal(id));

    assertEquals(Receipt.ACCEPTED, inbox.accept(twice));
    assertEquals(Receipt.DUPLICATE, inbox.accept(twice));
    queue.settle(claimed().lease(), new Settlement.Done("done"));
    assertEquals(Receipt.ACCEPTED, inbox.accept(twice));

    assertEquals("1", look(database, "SELECT count(*) FROM webhook_jobs"));
  }

  @Test
  @DisplayName("P2: batches of the same signals in opposite orders, at once, do not deadlock")
  void oppositeOrders() {
    List<VerifiedEvent> forwards =
        IntStream.range(0, 50).mapToObj(n -> signal(id + "-" + n)).toList();
    List<VerifiedEvent> backwards = new ArrayList<>(forwards);
    Collections.reverse(backwards);
    List<Delivery> deliveries = new ArrayList<>();
    for (int n = 0; n < THREADS / 2; n++) {
      deliveries.add(delivery("changed", forwards.toArray(VerifiedEvent[]::new)));
      deliveries.add(delivery("changed", backwards.toArray(VerifiedEvent[]::new)));
    }

    List<Receipt> receipts = acceptAtOnce(deliveries);

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals("50", look(database, "SELECT count(*) FROM webhook_jobs"));
  }

  @Test
  @DisplayName(
      "P6: a signal that came before its worker died makes the work item due, with a fresh budget")
  void workerDiedAfterSignal() throws NotStored {
    signalled();
    claimed();
    signalled();
    look(database, "UPDATE webhook_jobs SET lease_until = now() - interval '1 ms'");

    assertEquals(1, queue.rescue(1));

    assertEquals("pending 0 false", row("state || ' ' || attempts || ' ' || signalled_again"));
  }

  @Test
  @DisplayName("of several handlers, one that was done before a signal runs again for it")
  void marksBeforeSignal() throws NotStored {
    signalled();
    ClaimedJob running = claimed();
    queue.progress(running.lease(), "first");
    signalled();

    assertEquals(Map.of(), queue.progressOf(key(id)), "while it ran");

    queue.settle(running.lease(), new Settlement.Done("done"));
    Lease again = claimed().lease();
    queue.progress(again, "first");
    queue.settle(again, new Settlement.Again(MINUTE, "the second is not done"));
    signalled();

    assertEquals(Map.of(), queue.progressOf(key(id)), "while it waited");

    Lease last = claimed().lease();
    queue.progress(last, "first");
    queue.settle(last, new Settlement.Done("done"));
    signalled();

    assertEquals(Map.of(), queue.progressOf(key(id)), "after it was done");
  }

  @Test
  @DisplayName(
      "of several handlers, one that began before a signal and is done after it runs again for it")
  void marksAfterSignal() throws NotStored {
    signalled();
    ClaimedJob running = claimed();
    signalled();

    assertTrue(queue.progress(running.lease(), "first"), "the lease is held");
    local.progress(running.lease(), "second", () -> {});

    assertEquals(Map.of(), queue.progressOf(key(id)));
  }

  @Test
  @DisplayName("P12: a work item is as old as its last signal, and as that signal's body")
  void ageOfTheLast() throws NotStored {
    for (boolean runs : new boolean[] {true, false}) {
      signalled();
      ClaimedJob job = claimed();
      if (!runs) {
        queue.settle(job.lease(), new Settlement.Done("done"));
      }
      look(database, "UPDATE webhook_jobs SET accepted_at = now() - interval '1 year'");
      signalled();

      assertEquals(
          "t",
          row(
              "accepted_at = (SELECT received_at FROM webhook_bodies b"
                  + " WHERE b.delivery_id = webhook_jobs.delivery_id)"),
          "runs: " + runs);
      empty();
    }
  }

  @Test
  @DisplayName("P10: of several handlers, one that gave up before a signal is called again for it")
  void givenUpBeforeSignal() throws NotStored {
    signalled();
    ClaimedJob running = claimed();
    giveUp(running, "first");
    signalled();

    assertEquals(Map.of(), queue.progressOf(key(id)), "while it ran");

    giveUp(running, "first");
    giveUp(running, "second");

    assertEquals(Map.of(), queue.progressOf(key(id)), "what began before the signal");

    queue.settle(running.lease(), new Settlement.Done("done"));
    ClaimedJob again = claimed();
    giveUp(again, "first");
    assertEquals(Map.of("first", "gave-up"), queue.progressOf(key(id)));
    queue.settle(again.lease(), new Settlement.Again(MINUTE, "the second is not done"));
    signalled();

    assertEquals(Map.of(), queue.progressOf(key(id)), "while it waited");
  }

  private void giveUp(ClaimedJob job, String handler) {
    assertTrue(
        queue.giveUp(job.lease(), "gave-up", new Failure("why", handler, null, null)), "held");
  }

  @Test
  @DisplayName("a mark that is not committed yet when a signal comes does not hide the signal")
  void markBesideSignal() throws Exception {
    signalled();
    ClaimedJob running = claimed();
    try (Connection worker = database.getConnection()) {
      worker.setAutoCommit(false);
      mark(worker, running);
      CompletableFuture<Receipt> signal = new CompletableFuture<>();
      threads.newThread(() -> complete(signal)).start();
      awaitSomebodyWaiting();
      worker.commit();
      worker.setAutoCommit(true);

      assertEquals(Receipt.ACCEPTED, signal.get(10, TimeUnit.SECONDS));
    }

    assertEquals(Map.of(), queue.progressOf(key(id)));
  }

  private static void mark(Connection worker, ClaimedJob running) throws SQLException {
    String sql = QueueSql.PROGRESS.replaceAll("\\?\\d", "?");
    try (PreparedStatement statement = worker.prepareStatement(sql)) {
      statement.setString(1, running.key().provider());
      statement.setString(2, running.key().accountScope());
      statement.setString(3, running.key().eventId());
      statement.setLong(4, running.token());
      statement.setString(5, "first");
      statement.execute();
    }
  }

  private void complete(CompletableFuture<Receipt> signal) {
    try {
      signal.complete(signalled());
    } catch (NotStored | RuntimeException e) {
      signal.completeExceptionally(e);
    }
  }

  /** Asks the database again and again, for 10 s at most. */
  private void awaitSomebodyWaiting() {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (look(database, "SELECT count(*) FROM pg_locks WHERE NOT granted").equals("0")) {
      assertTrue(System.nanoTime() < deadline, "the signal does not wait for the mark");
    }
  }
}
