package dev.webhookinbox.inbox;

import static dev.webhookinbox.inbox.InContainer.atOnce;
import static dev.webhookinbox.inbox.InContainer.delivery;
import static dev.webhookinbox.inbox.InContainer.event;
import static dev.webhookinbox.inbox.InContainer.look;
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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deliveries of what is known already, many at once. */
@Tag("alone")
@ArquillianTest
class RedeliveryIT {

  private static final int THREADS = 16;
  private static final int EVENTS = 50;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** But for the count of its redeliveries, which comes later. */
  private static final String JOB_AS_HANDLED =
      "SELECT (to_jsonb(j) - 'redelivered' - 'redelivered_at')::text FROM webhook_jobs j";

  @Inject Inbox inbox;
  @Inject Redeliveries redeliveries;
  @Inject Queue queue;
  @Resource ManagedThreadFactory threads;

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  private final String id = UUID.randomUUID().toString();

  @Deployment
  static WebArchive war() {
    return InContainer.warWith(RedeliveryIT.class);
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

  private static Delivery batch(String body, IntFunction<VerifiedEvent> at) {
    return delivery(body, IntStream.range(0, EVENTS).mapToObj(at).toArray(VerifiedEvent[]::new));
  }

  private void failAll() {
    for (ClaimedJob job : queue.claim("worker", EVENTS, MINUTE, QueuePosition.START, true)) {
      queue.settle(job.lease(), new Settlement.Failed("gave-up", "the reason"));
    }
  }

  private String jobs(String condition) {
    return look(database, "SELECT count(*) FROM webhook_jobs WHERE " + condition);
  }

  @Test
  @DisplayName("P10: 16 redeliveries of one failed event at once start it again once")
  void failedOnce() throws NotStored {
    inbox.accept(delivery("failing", event(id)));
    failAll();
    assertEquals("1", jobs("state = 'failed' AND lease_token = 2"));

    List<Receipt> receipts =
        acceptAtOnce(Collections.nCopies(THREADS, delivery("failing", event(id))));

    assertEquals(THREADS, Collections.frequency(receipts, Receipt.DUPLICATE));
    assertEquals("1", jobs("state = 'pending' AND attempts = 0 AND lease_token = 3"));
  }

  @Test
  @DisplayName(
      "P10: redeliveries of a failed batch in opposite orders, at once, start all of it and do not deadlock")
  void failedBatch() throws NotStored {
    IntFunction<VerifiedEvent> forwards = n -> event(id + "-" + n);
    IntFunction<VerifiedEvent> backwards = n -> event(id + "-" + (EVENTS - 1 - n));
    inbox.accept(batch("failing", forwards));
    failAll();
    List<Delivery> deliveries = new ArrayList<>();
    for (int n = 0; n < THREADS / 2; n++) {
      deliveries.add(batch("failing", forwards));
      deliveries.add(batch("failing", backwards));
    }

    List<Receipt> receipts = acceptAtOnce(deliveries);

    assertEquals(THREADS, Collections.frequency(receipts, Receipt.DUPLICATE));
    assertEquals(
        String.valueOf(EVENTS),
        jobs("state = 'pending' AND attempts = 0 AND last_error = 'the reason'"));
  }

  @Test
  @DisplayName("P10: a redelivery of an event that runs changes nothing of it")
  void whileRunning() throws NotStored {
    inbox.accept(delivery("running", event(id)));
    queue.claim("worker", 1, MINUTE, QueuePosition.START, true);
    String before = look(database, JOB_AS_HANDLED);

    assertEquals(Receipt.DUPLICATE, inbox.accept(delivery("running", event(id))));

    assertEquals(before, look(database, JOB_AS_HANDLED));
  }

  @Test
  @DisplayName("P4: how often an event came again is counted, of a batch for each of its events")
  void countedAgain() throws NotStored {
    inbox.accept(delivery("one", event(id + "-a")));
    inbox.accept(delivery("one", event(id + "-a")));
    inbox.accept(delivery("batch", event(id + "-a"), event(id + "-b")));
    inbox.accept(delivery("batch", event(id + "-a"), event(id + "-b"), event(id + "-b")));

    redeliveries.write();

    assertEquals("1", jobs("redelivered = 3 AND event_id LIKE '%-a'"));
    assertEquals("1", jobs("redelivered = 1 AND event_id LIKE '%-b'"));
    assertEquals("2", jobs("redelivered_at >= accepted_at"));
  }

  @Test
  @DisplayName("P4: of redeliveries at once none goes uncounted")
  void countedAtOnce() throws NotStored {
    inbox.accept(delivery("counted", event(id)));

    acceptAtOnce(Collections.nCopies(THREADS, delivery("counted", event(id))));
    redeliveries.write();

    assertEquals("1", jobs("redelivered = " + THREADS));
  }

  @Test
  @DisplayName("P14: a suspected replay is counted on the event that it imitates, and on no other")
  void countedWhereItBelongs() throws NotStored {
    inbox.accept(delivery("batch " + id, unsigned(id + "-a"), unsigned(id + "-b")));

    Receipt receipt =
        inbox.accept(delivery("batch " + id, unsigned(id + "-a"), unsigned(id + "-other")));

    assertEquals(Receipt.DUPLICATE, receipt);
    assertEquals("1", jobs("event_id LIKE '%-a' AND replays = 0"));
    assertEquals("1", jobs("event_id LIKE '%-b' AND replays = 1"));
  }

  @Test
  @DisplayName(
      "P14: one batch of signed bytes under other unsigned ids, in other orders, at once, is stored once")
  void replayedBatches() {
    List<Delivery> deliveries = new ArrayList<>();
    for (int n = 0; n < THREADS; n++) {
      String ids = id + "-" + n + "-";
      boolean upwards = n % 2 == 0;
      deliveries.add(
          batch("replayed " + id, at -> unsigned(ids + (upwards ? 100 + at : 900 - at))));
    }

    List<Receipt> receipts = acceptAtOnce(deliveries);

    assertEquals(1, Collections.frequency(receipts, Receipt.ACCEPTED));
    assertEquals(THREADS - 1, Collections.frequency(receipts, Receipt.REPLAY));
    assertEquals(String.valueOf(EVENTS), jobs("true"));
  }

  @Test
  @DisplayName("P2: the same id of another account, or of another provider, is another event")
  void otherScopes() throws NotStored {
    VerifiedEvent elsewhere = new VerifiedEvent(id, "other", "x", null, null, null, true, false);
    Delivery first = delivery("bytes", event(id));
    Delivery otherProvider =
        new Delivery(
            "source",
            "q",
            first.binding(),
            first.events(),
            true,
            null,
            true,
            null,
            null,
            first.body(),
            null);

    assertEquals(Receipt.ACCEPTED, inbox.accept(first));
    assertEquals(Receipt.ACCEPTED, inbox.accept(delivery("bytes", elsewhere)));
    assertEquals(Receipt.ACCEPTED, inbox.accept(otherProvider));

    assertEquals("3", jobs("true"));
  }

  @Test
  @DisplayName("P10: a reason that is cut in the middle of a character keeps the characters before")
  void cutReason() throws NotStored {
    inbox.accept(delivery("failing", event(id)));
    Lease lease = queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0).lease();

    queue.settle(lease, new Settlement.Failed("gave-up", "x".repeat(499) + "\ud83d\ude00 and on"));

    assertEquals("x".repeat(499), look(database, "SELECT last_error FROM webhook_jobs"));
  }
}
