package dev.webhookinbox.inbox;

import static dev.webhookinbox.inbox.InContainer.delivery;
import static dev.webhookinbox.inbox.InContainer.event;
import static dev.webhookinbox.inbox.InContainer.look;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The guard's records inside a real server, against a real PostgreSQL. */
@Tag("alone")
@ArquillianTest
class ActionsIT {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Inject Inbox inbox;
  @Inject Queue queue;
  @Inject Actions actions;
  @Resource ManagedThreadFactory threads;

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  private final ActionKey action = new ActionKey("p", "acct", "refund", "order 1/2");

  @Deployment
  static WebArchive war() {
    return InContainer.warWith(ActionsIT.class);
  }

  @BeforeEach
  void empty() {
    look(database, "DELETE FROM webhook_jobs");
    look(database, "DELETE FROM webhook_actions");
  }

  private Lease claimed() {
    String id = UUID.randomUUID().toString();
    try {
      inbox.accept(delivery("body " + id, event(id)));
    } catch (NotStored e) {
      throw new IllegalStateException(e);
    }
    return claim();
  }

  private Lease claim() {
    return queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0).lease();
  }

  private Lease takenUp(Lease lost) {
    queue.abandon(lost);
    queue.rescue(5);
    return claim();
  }

  private String row(String columns) {
    return look(database, "SELECT " + columns + " FROM webhook_actions");
  }

  @Test
  @DisplayName("P9: what is done is done for every event, and its result is the first one's")
  void shared() {
    Lease first = claimed();
    assertEquals(new ActionState.Begun(), actions.begin(action, first));
    actions.done(action, first, "re_1");

    assertEquals(new ActionState.Done("re_1"), actions.begin(action, claimed()));
    assertEquals("p/acct/refund/order%201%2F2", action.toString());
  }

  @Test
  @DisplayName("P9: of eight events that begin one action at once one has it and the others wait")
  void atOnce() {
    List<Lease> leases = java.util.stream.Stream.generate(this::claimed).limit(8).toList();
    List<Callable<ActionState>> all =
        leases.stream()
            .map(lease -> (Callable<ActionState>) () -> actions.begin(action, lease))
            .toList();

    List<ActionState> states = InContainer.atOnce(threads, all);

    assertEquals(1, Collections.frequency(states, new ActionState.Begun()));
    assertEquals(7, Collections.frequency(states, new ActionState.Busy()));
  }

  @Test
  @DisplayName("P9: begun without a result it is in doubt for its own event's next attempt")
  void inDoubt() {
    Lease first = claimed();
    actions.begin(action, first);
    assertEquals(new ActionState.InDoubt(), actions.begin(action, first));

    assertEquals(new ActionState.InDoubt(), actions.begin(action, takenUp(first)));
  }

  @Test
  @DisplayName("P9: and for another event once the first's attempt has ended, however it did")
  void inDoubtForAnother() {
    Lease first = claimed();
    actions.begin(action, first);
    Lease second = claimed();
    assertEquals(new ActionState.Busy(), actions.begin(action, second));
    queue.settle(first, new Settlement.Failed("gave-up", "reason"));

    assertEquals(new ActionState.InDoubt(), actions.begin(action, second));
  }

  @Test
  @DisplayName(
      "P7: who lost its lease begins nothing, records nothing and leaves nothing undecided")
  void lostLease() {
    Lease lost = claimed();
    actions.begin(action, lost);
    Lease current = takenUp(lost);

    assertThrows(LeaseLost.class, () -> actions.begin(action, lost));
    assertThrows(LeaseLost.class, () -> actions.done(action, lost, "late"));
    assertThrows(LeaseLost.class, () -> actions.undecided(action, lost, "late"));
    assertEquals("started", row("state"));

    assertEquals(new ActionState.InDoubt(), actions.begin(action, current));
    actions.done(action, current, "found");
    assertEquals("done found", row("state || ' ' || result"));
  }

  @Test
  @DisplayName("P9: an operator says that it happened, and the jobs that waited get its result")
  void happened() {
    Lease waiting = undecided();

    assertTrue(actions.happened(action, "re_1", "olga", "seen in their console"));

    assertEquals("done re_1 olga", row("state || ' ' || result || ' ' || decided_by"));
    Lease again = claim();
    assertEquals(waiting.key(), again.key());
    assertEquals(Map.of(), queue.progressOf(again.key()), "a fresh budget");
    assertEquals(new ActionState.Done("re_1"), actions.begin(action, again));
    assertFalse(actions.didNotHappen(action, "olga", "twice"));
  }

  @Test
  @DisplayName("P9: an operator says that it did not, and it is called again without another look")
  void didNotHappen() {
    undecided();

    assertTrue(actions.didNotHappen(action, "olga", "not in their console"));

    assertEquals(List.of(), actions.undecided(10));
    assertEquals(new ActionState.Begun(), actions.begin(action, claim()));
  }

  private Lease undecided() {
    Lease lease = claimed();
    actions.begin(action, lease);
    actions.undecided(action, lease, "no look-up");
    queue.giveUp(lease, "gave-up", new Failure("beside", "other", null, null));
    queue.settle(lease, new Settlement.Failed("needs-decision", "reason"));
    assertEquals(
        List.of(new UndecidedAction(action, lease.key().eventId(), "no look-up")),
        actions.undecided(10));
    assertEquals(new ActionState.Undecided("no look-up"), actions.begin(action, claimed()));
    look(database, "DELETE FROM webhook_jobs WHERE state = 'running'");
    return lease;
  }

  @Test
  @DisplayName("P12: guards go by operation and age, so many at a time, and never what is not done")
  void purge() {
    for (int n = 0; n < 3; n++) {
      Lease lease = claimed();
      ActionKey key = new ActionKey("p", "acct", n == 2 ? "other" : "refund", "order " + n);
      actions.begin(key, lease);
      actions.done(key, lease, "result");
    }
    actions.begin(action, claimed());
    assertEquals(0, actions.purge("refund", MINUTE, 10));
    look(database, "UPDATE webhook_actions SET finished_at = finished_at - interval '1 h'");

    assertEquals(1, actions.purge("refund", MINUTE, 1));
    assertEquals(1, actions.purge("refund", MINUTE, 10));

    assertEquals(
        "other done, refund started",
        row("string_agg(operation || ' ' || state, ', ' ORDER BY operation)"));
  }
}
