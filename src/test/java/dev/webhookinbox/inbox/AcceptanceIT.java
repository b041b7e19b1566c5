package dev.webhookinbox.inbox;

import static dev.webhookinbox.inbox.InContainer.atOnce;
import static dev.webhookinbox.inbox.InContainer.delivery;
import static dev.webhookinbox.inbox.InContainer.event;
import static dev.webhookinbox.inbox.InContainer.look;
import static dev.webhookinbox.inbox.InContainer.signal;
import static dev.webhookinbox.inbox.InContainer.unsigned;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.webhookinbox.signature.VerifiedEvent;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Acceptance inside a real server, against a real PostgreSQL. */
@Tag("alone")
@ArquillianTest
class AcceptanceIT {

  private static final int THREADS = 16;
  private static final String COUNT = "SELECT count(*) FROM webhook_jobs WHERE event_id LIKE ?";

  /** The first statement that inserts finds the event, and then it is gone for the next. */
  private static final String PURGED_ONCE =
      """
      CREATE SEQUENCE purges;
      CREATE FUNCTION purged_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('purges') = 1 THEN DELETE FROM webhook_jobs WHERE event_id = '%s'; END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER purged_once AFTER INSERT ON webhook_jobs FOR EACH STATEMENT
        EXECUTE FUNCTION purged_once()
      """;

  @Inject Inbox inbox;
  @Inject Queue queue;
  @Resource ManagedThreadFactory threads;

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  private final String id = UUID.randomUUID().toString();

  @Deployment
  static WebArchive war() {
    return InContainer.warWith(AcceptanceIT.class);
  }

  private List<Receipt> acceptAtOnce(List<Delivery> deliveries) {
    List<Callable<Receipt>> tasks = new ArrayList<>();
    deliveries.forEach(delivery -> tasks.add(() -> inbox.accept(delivery)));
    return atOnce(threads, tasks);
  }

  @Test
  @DisplayName("P2: of 16 deliveries of one key at once, one is accepted")
  void oneKey() {
    List<Receipt> receipts =
        acceptAtOnce(Collections.nCopies(THREADS, delivery("one " + id, event(id))));

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals(THREADS - 1, Collections.frequency(receipts, Receipt.DUPLICATE));
    assertEquals("1", look(database, COUNT, id));
  }

  @Test
  @DisplayName(
      "P14: of the same signed bytes under 16 unsigned ids at once, one is accepted and the others are replays")
  void replays() {
    List<Receipt> receipts =
        acceptAtOnce(
            IntStream.range(0, THREADS)
                .mapToObj(n -> delivery("replayed " + id, unsigned(id + "-" + n)))
                .toList());

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals(THREADS - 1, Collections.frequency(receipts, Receipt.REPLAY));
    assertEquals("1", look(database, COUNT, id + "-%"));
    assertEquals(
        String.valueOf(THREADS - 1),
        look(database, "SELECT replays FROM webhook_jobs WHERE event_id LIKE ?", id + "-%"));
  }

  @Test
  @DisplayName("P2: an event is no replay of one that is purged in this very moment")
  void purgedMeanwhile() throws NotStored {
    inbox.accept(delivery("known " + id, event(id)));
    look(database, PURGED_ONCE.formatted(id));
    try {
      assertEquals(Receipt.DUPLICATE, inbox.accept(delivery("known " + id, event(id))));
    } finally {
      look(database, "DROP FUNCTION purged_once() CASCADE");
      look(database, "DROP SEQUENCE purges");
    }
    assertEquals("1", look(database, COUNT, id));
  }

  private static VerifiedEvent[] events(String prefix, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(n -> event(prefix + "-" + n))
        .toArray(VerifiedEvent[]::new);
  }

  @Test
  @DisplayName("P2: of a batch of 100 with three known events, 97 are new jobs with one body")
  void batch() throws NotStored {
    inbox.accept(delivery("first", events(id, 0, 3)));
    Receipt receipt = inbox.accept(delivery("second", events(id, 0, 100)));

    assertEquals(Receipt.ACCEPTED, receipt);
    assertEquals("100", look(database, COUNT, id + "-%"));
    assertEquals(
        "97",
        look(
            database,
            "SELECT count(*) FROM webhook_jobs JOIN webhook_bodies USING (delivery_id)"
                + " WHERE event_id LIKE ? AND body = 'second'::bytea GROUP BY delivery_id",
            id + "-%"));
    assertEquals(Receipt.DUPLICATE, inbox.accept(delivery("second", events(id, 0, 100))));
  }

  @Test
  @DisplayName("P2: an event that stands twice in a batch is one job")
  void twiceInOneBatch() throws NotStored {
    assertEquals(Receipt.ACCEPTED, inbox.accept(delivery("twice", event(id), event(id))));
    assertEquals("1", look(database, COUNT, id));
  }

  @Test
  @DisplayName(
      "P2: batches of the same events in opposite orders, at once, are stored once and do not deadlock")
  void oppositeOrders() {
    List<VerifiedEvent> backwards = new ArrayList<>(List.of(events(id, 0, 50)));
    Collections.reverse(backwards);
    List<Delivery> deliveries = new ArrayList<>();
    for (int n = 0; n < THREADS / 2; n++) {
      deliveries.add(delivery("forwards", events(id, 0, 50)));
      deliveries.add(delivery("backwards", backwards.toArray(VerifiedEvent[]::new)));
    }

    List<Receipt> receipts = acceptAtOnce(deliveries);

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals("50", look(database, COUNT, id + "-%"));
  }

  private String state() {
    return look(
        database,
        "SELECT state || ' ' || attempts || ' ' || coalesce(outcome, '-') FROM webhook_jobs WHERE event_id = ?",
        id);
  }

  private ClaimedJob claim() {
    look(
        database,
        "UPDATE webhook_jobs SET next_attempt_at = '-infinity' WHERE event_id = ? AND state = 'pending'",
        id);
    return queue.claim("worker", 1, Duration.ofMinutes(1), QueuePosition.START, true).get(0);
  }

  @Test
  @DisplayName(
      "P10: a redelivery of a failed event starts it again with a fresh budget and keeps the reason")
  void redelivery() throws NotStored {
    inbox.accept(delivery("failing " + id, event(id)));
    queue.settle(claim().lease(), new Settlement.Failed("exhausted", "the reason"));
    assertEquals("failed 1 exhausted", state());

    assertEquals(Receipt.DUPLICATE, inbox.accept(delivery("failing " + id, event(id))));

    assertEquals("pending 0 -", state());
    assertEquals(
        "the reason", look(database, "SELECT last_error FROM webhook_jobs WHERE event_id = ?", id));
  }

  @Test
  @DisplayName(
      "P14: a redelivery with other bytes is flagged on the event, a failed one that it starts again too")
  void alteredRedelivery() throws NotStored {
    inbox.accept(delivery("first bytes", event(id)));
    inbox.accept(delivery("other bytes", event(id)));
    queue.settle(claim().lease(), new Settlement.Failed("gave-up", "reason"));
    inbox.accept(delivery("yet others", event(id)));

    assertEquals("pending 0 -", state());
    assertEquals("2", look(database, "SELECT altered FROM webhook_jobs WHERE event_id = ?", id));
  }

  @Test
  @DisplayName("a signal that comes while its work item waits is covered by it")
  void signalWhileWaiting() throws NotStored {
    assertEquals(Receipt.ACCEPTED, inbox.accept(delivery("changed", signal(id))));
    assertEquals(Receipt.DUPLICATE, inbox.accept(delivery("changed", signal(id))));
    assertEquals("1", look(database, COUNT, id));
  }

  @Test
  @DisplayName(
      "a signal that comes while its work item runs makes it run once more, whatever the end of this run")
  void signalWhileRunning() throws NotStored {
    for (Settlement end :
        List.of(new Settlement.Done("done"), new Settlement.Failed("gave-up", "reason"))) {
      inbox.accept(delivery("changed", signal(id)));
      ClaimedJob running = claim();

      assertEquals(Receipt.ACCEPTED, inbox.accept(delivery("changed", signal(id))));
      queue.settle(running.lease(), end);

      assertEquals("pending 0 -", state());
      queue.settle(claim().lease(), new Settlement.Done("done"));
      assertEquals("done 1 done", state());
    }
  }

  @Test
  @DisplayName("a signal that comes after its work item is done opens it again")
  void signalAfterwards() throws NotStored {
    inbox.accept(delivery("changed", signal(id)));
    queue.settle(claim().lease(), new Settlement.Done("done"));

    assertEquals(Receipt.ACCEPTED, inbox.accept(delivery("changed", signal(id))));

    assertEquals("pending 0 -", state());
  }
}
