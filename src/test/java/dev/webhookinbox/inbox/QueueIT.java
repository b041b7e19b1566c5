package dev.webhookinbox.inbox;

import static dev.webhookinbox.inbox.InContainer.atOnce;
import static dev.webhookinbox.inbox.InContainer.delivery;
import static dev.webhookinbox.inbox.InContainer.event;
import static dev.webhookinbox.inbox.InContainer.key;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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

/** Claim, lease, fence and settle inside a real server, against a real PostgreSQL. */
@Tag("alone")
@ArquillianTest
class QueueIT {

  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MOST = 1_000;

  @Inject Inbox inbox;
  @Inject Queue queue;
  @Inject LocalWork local;
  @Resource ManagedThreadFactory threads;

  @Resource(lookup = "jdbc/inbox-work")
  DataSource database;

  private final String id = UUID.randomUUID().toString();

  @Deployment
  static WebArchive war() {
    return InContainer.warWith(QueueIT.class);
  }

  @BeforeEach
  void empty() {
    look(database, "DELETE FROM webhook_jobs");
  }

  private void accept(String eventId) {
    try {
      inbox.accept(delivery("body " + eventId, event(eventId)));
    } catch (NotStored e) {
      throw new IllegalStateException(e);
    }
  }

  private ClaimedJob claimed() {
    accept(id);
    return queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0);
  }

  private String row(String columns) {
    return look(database, "SELECT " + columns + " FROM webhook_jobs WHERE event_id = ?", id);
  }

  private void endLease() {
    look(
        database,
        "UPDATE webhook_jobs SET lease_until = now() - interval '1 ms' WHERE state = 'running'");
  }

  @Test
  @DisplayName(
      "P6: a claim counts the attempt, gives the bytes and a lease, and nobody else gets the job")
  void claim() {
    ClaimedJob job = claimed();

    assertEquals(key(id), job.key());
    assertEquals(1, job.attempt());
    assertEquals(
        "body " + id,
        new String(
            java.util.Objects.requireNonNull(job.body()), java.nio.charset.StandardCharsets.UTF_8));
    assertEquals(
        "running 1 worker true",
        row(
            "state || ' ' || attempts || ' ' || lease_owner || ' ' || (lease_until > now() + interval '50 s')"));
    assertEquals(List.of(), queue.claim("other", MOST, MINUTE, QueuePosition.START, true));
  }

  @Test
  @DisplayName("P6: eight workers that claim at once share 400 jobs, each job in one pair of hands")
  void claimsAtOnce() {
    look(
        database,
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id, body_binding, body_sha256)"
            + " SELECT 'p', 'acct', 'many-' || n, 's', 'x', n, 'raw', sha256('x') FROM generate_series(1, 400) n");
    Callable<List<ClaimedJob>> worker =
        () -> {
          List<ClaimedJob> mine = new java.util.ArrayList<>();
          List<ClaimedJob> some;
          do {
            some = queue.claim("worker", 7, MINUTE, QueuePosition.START, true);
            mine.addAll(some);
          } while (!some.isEmpty());
          return mine;
        };

    List<List<ClaimedJob>> shares = atOnce(threads, Collections.nCopies(8, worker));

    Set<JobKey> all = new HashSet<>();
    shares.forEach(
        share -> share.forEach(job -> assertTrue(all.add(job.key()), "twice: " + job.key())));
    assertEquals(400, all.size());
    assertEquals("400", look(database, "SELECT count(*) FROM webhook_jobs WHERE attempts = 1"));
  }

  @Test
  @DisplayName(
      "P7: of many that end together, one whose lease is lost changes nothing, and the others are done")
  void manyDone() {
    look(
        database,
        "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id, body_binding, body_sha256)"
            + " SELECT 'p', 'acct', 'many-' || n, 's', 'x', n, 'raw', sha256('x') FROM generate_series(1, 20) n");
    SortedMap<Lease, String> ends = new TreeMap<>();
    for (ClaimedJob job : queue.claim("worker", MOST, MINUTE, QueuePosition.START, true)) {
      ends.put(job.lease(), "done");
    }
    look(
        database,
        "UPDATE webhook_jobs SET lease_token = lease_token + 1, lease_owner = 'other' WHERE event_id = 'many-7'");

    Set<Lease> done = queue.settle(ends);

    assertEquals(19, done.size());
    assertTrue(done.stream().noneMatch(lease -> lease.key().eventId().equals("many-7")));
    assertEquals(
        "19",
        look(
            database,
            "SELECT count(*) FROM webhook_jobs WHERE state = 'done' AND outcome = 'done'"));
    assertEquals(
        "running other",
        look(
            database,
            "SELECT state || ' ' || lease_owner FROM webhook_jobs WHERE event_id = 'many-7'"));
  }

  @Test
  @DisplayName(
      "P16: what is due first is claimed first, and what is not due yet by the database's time is not")
  void order() {
    for (int n = 0; n < 4; n++) {
      look(
          database,
          "INSERT INTO webhook_jobs (provider, account_scope, event_id, source, event_type, delivery_id, body_binding, body_sha256, next_attempt_at)"
              + " VALUES ('p', 'acct', ?, 's', 'x', ?, 'raw', sha256('x'), now() + make_interval(secs => ?))",
          "n" + n,
          n,
          (2 - n) * 10);
    }

    List<String> ids =
        queue.claim("worker", MOST, MINUTE, QueuePosition.START, true).stream()
            .map(job -> job.key().eventId())
            .toList();

    assertEquals(List.of("n3", "n2"), ids);
  }

  @Test
  @DisplayName(
      "P6: a job whose lease has ended is due again, with its attempt counted and the reason kept")
  void rescue() {
    claimed();
    assertEquals(0, queue.rescue(5));
    endLease();

    assertEquals(1, queue.rescue(5));

    assertEquals("pending 1", row("state || ' ' || attempts"));
    assertTrue(row("last_error").startsWith("worker lost"), row("last_error"));
    assertEquals(2, queue.claim("other", 1, MINUTE, QueuePosition.START, true).get(0).attempt());
  }

  @Test
  @DisplayName(
      "P6, P10: a job that took its worker down at the last attempt ends as failed, worker lost")
  void rescueAtTheEnd() {
    claimed();
    endLease();

    assertEquals(1, queue.rescue(1));

    assertEquals("failed worker-lost", row("state || ' ' || outcome"));
    assertEquals("1 worker-lost worker", attempts("attempt || ' ' || outcome || ' ' || node"));
  }

  @Test
  @DisplayName(
      "P6: jobs whose last two workers were lost are claimed one by one, until they leave a result")
  void suspects() {
    accept(id);
    accept("another");
    for (int loss = 1; loss <= 2; loss++) {
      assertEquals(2, queue.claim("worker", MOST, MINUTE, QueuePosition.START, true).size());
      endLease();
      assertEquals(2, queue.rescue(5));
    }

    assertEquals(List.of(), queue.claim("worker", MOST, MINUTE, QueuePosition.START, false));
    List<ClaimedJob> one = queue.claim("worker", MOST, MINUTE, QueuePosition.START, true);
    assertEquals(1, one.size());
    assertTrue(one.get(0).isSuspect());

    queue.settle(one.get(0).lease(), new Settlement.Again(Duration.ZERO, "a result"));
    List<ClaimedJob> ordinary = queue.claim("worker", MOST, MINUTE, QueuePosition.START, false);
    assertEquals(List.of(one.get(0).key()), ordinary.stream().map(ClaimedJob::key).toList());
  }

  private String attempts(String columns) {
    return look(
        database,
        "SELECT coalesce(string_agg("
            + columns
            + ", ', ' ORDER BY lease_token), 'none')"
            + " FROM webhook_attempts WHERE event_id = ?",
        id);
  }

  @Test
  @DisplayName("P10: each failed attempt leaves a row with its reason, and a success leaves none")
  void attemptHistory() {
    Failure failure =
        new Failure("password=x failed", "handler", "java.io.IOException", "500\u0000");
    queue.settle(claimed().lease(), new Settlement.Again(Duration.ZERO, failure));
    again(new Settlement.Again(Duration.ZERO, "reason"));
    again(new Settlement.Unstarted());
    again(new Settlement.Failed("gave-up", "never"));
    look(
        database,
        "UPDATE webhook_jobs SET state = 'pending', finished_at = NULL, outcome = NULL,"
            + " next_attempt_at = now()");
    again(new Settlement.Done("done"));

    assertEquals("1 retry, 2 retry, 3 gave-up", attempts("attempt || ' ' || outcome"));
    assertEquals("password=*** failed, reason, never", attempts("message"));
    assertEquals(
        "handler java.io.IOException 500, none, none",
        attempts("coalesce(handler || ' ' || error_class || ' ' || detail, 'none')"));
    assertEquals(
        "true, true, true",
        attempts("(started_at <= ended_at AND ended_at > now() - interval '1 min')::text"));
  }

  private void again(Settlement settlement) {
    assertTrue(
        queue.settle(
            queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0).lease(),
            settlement));
  }

  @Test
  @DisplayName("P7: who lost a lease leaves no attempt behind but the one that the rescue recorded")
  void attemptUnderLostLease() {
    Lease lost = claimed().lease();
    endLease();
    queue.rescue(5);

    assertFalse(queue.settle(lost, new Settlement.Again(Duration.ZERO, "late")));

    assertTrue(attempts("message").startsWith("worker lost"), attempts("message"));
    assertEquals("retry", attempts("outcome"));
  }

  @Test
  @DisplayName(
      "P7: a settlement that waits for the row of a renewal still records its attempt once")
  void settleBesideRenewals() throws Exception {
    Lease lease = claimed().lease();
    List<Callable<Object>> both =
        List.of(
            () -> {
              for (int n = 0; n < 50; n++) {
                queue.renew("worker", MINUTE);
              }
              return true;
            },
            () -> queue.settle(lease, new Settlement.Again(MINUTE, "reason")));

    assertEquals(List.of(true, true), atOnce(threads, both));

    assertEquals("pending", row("state"));
    assertEquals("reason", attempts("message"));
  }

  @Test
  @DisplayName("P7: who lost a lease settles nothing, marks no progress and renews nothing")
  void lostLease() {
    Lease lost = claimed().lease();
    endLease();
    queue.rescue(5);
    ClaimedJob current = queue.claim("other", 1, MINUTE, QueuePosition.START, true).get(0);
    String before = row("webhook_jobs::text");

    for (Settlement settlement :
        List.of(
            new Settlement.Done("done"),
            new Settlement.Again(Duration.ofSeconds(1), "reason"),
            new Settlement.Failed("gave-up", "reason"),
            new Settlement.Unstarted())) {
      assertFalse(queue.settle(lost, settlement), settlement.toString());
    }
    assertFalse(queue.progress(lost, "handler"));
    assertFalse(queue.renew("worker", MINUTE).contains(lost));

    assertEquals(before, row("webhook_jobs::text"));
    assertTrue(queue.settle(current.lease(), new Settlement.Done("done")));
  }

  @Test
  @DisplayName("P7: a lease that was settled cannot be settled again")
  void settledTwice() {
    Lease lease = claimed().lease();

    assertTrue(queue.settle(lease, new Settlement.Again(Duration.ZERO, "reason")));
    assertFalse(queue.settle(lease, new Settlement.Done("done")));

    assertEquals("pending", row("state"));
  }

  @Test
  @DisplayName("P6: a renewal prolongs all leases of its owner and names them")
  void renewal() {
    Lease lease = claimed().lease();
    endLease();

    assertEquals(Set.of(lease), queue.renew("worker", MINUTE));

    assertEquals("true", row("(lease_until > now() + interval '50 s')::text"));
    assertEquals(Set.of(), queue.renew("other", MINUTE));
  }

  @Test
  @DisplayName("P8: local work and done are committed together")
  void localWork() {
    Lease lease = claimed().lease();

    local.complete(lease, new Settlement.Done("done"), () -> effect());

    assertEquals(
        "done 1",
        row(
            "state || ' ' || (SELECT count(*) FROM webhook_actions WHERE business_key = webhook_jobs.event_id)"));
  }

  @Test
  @DisplayName("P8: local work that throws leaves neither an effect nor done")
  void localWorkThatThrows() {
    Lease lease = claimed().lease();

    assertThrows(
        IllegalStateException.class,
        () ->
            local.complete(
                lease,
                new Settlement.Done("done"),
                () -> {
                  effect();
                  throw new IllegalStateException("half-way");
                }));

    assertEquals(
        "running 0",
        row(
            "state || ' ' || (SELECT count(*) FROM webhook_actions WHERE business_key = webhook_jobs.event_id)"));
  }

  @Test
  @DisplayName("P7, P8: local work under a lost lease is rolled back")
  void localWorkUnderLostLease() {
    Lease lost = claimed().lease();
    endLease();
    queue.rescue(5);

    assertThrows(
        LeaseLost.class, () -> local.complete(lost, new Settlement.Done("done"), () -> effect()));
    assertThrows(LeaseLost.class, () -> local.progress(lost, "handler", () -> effect()));

    assertEquals(
        "pending 0",
        row(
            "state || ' ' || (SELECT count(*) FROM webhook_actions WHERE business_key = webhook_jobs.event_id)"));
  }

  /** A row of another table, written through the pool that local handlers use. */
  private void effect() {
    look(
        database,
        "INSERT INTO webhook_actions (provider, account_scope, operation, business_key, event_id) VALUES ('p', 'acct', 'op', ?, ?)",
        id,
        id);
  }

  @Test
  @DisplayName("a handler's progress is kept with the event, once")
  void progress() {
    ClaimedJob job = claimed();

    assertTrue(queue.progress(job.lease(), "handler"));

    assertEquals(Map.of("handler", "done"), queue.progressOf(job.key()));
  }

  @Test
  @DisplayName(
      "P7: a handler's final failure is kept with the event by who holds it, and by nobody else")
  void givesUp() {
    ClaimedJob job = claimed();
    Failure failure = new Failure("why", "handler", null, null);
    Lease lost = new Lease(job.key(), job.token() - 1);

    assertFalse(queue.giveUp(lost, "gave-up", failure));
    assertEquals(Map.of(), queue.progressOf(job.key()));
    assertTrue(queue.giveUp(job.lease(), "gave-up", failure));
    assertEquals(Map.of("handler", "gave-up"), queue.progressOf(job.key()));
    assertEquals("running 1 why", row("state || ' ' || attempts || ' ' || last_error"));
  }

  @Test
  @DisplayName(
      "P10: a retry waits by the database's time, and a job that was not begun keeps its budget")
  void waits() {
    queue.settle(
        claimed().lease(), new Settlement.Again(Duration.ofSeconds(30), "a\u0000b\ud800c"));

    assertEquals(
        "true",
        row("(next_attempt_at BETWEEN now() + interval '25 s' AND now() + interval '30 s')::text"));
    assertEquals("a b c", row("last_error"));
    look(database, "UPDATE webhook_jobs SET next_attempt_at = now()");
    Lease again = queue.claim("worker", 1, MINUTE, QueuePosition.START, true).get(0).lease();
    queue.settle(again, new Settlement.Unstarted());
    assertEquals("pending 1", row("state || ' ' || attempts"));
  }
}
