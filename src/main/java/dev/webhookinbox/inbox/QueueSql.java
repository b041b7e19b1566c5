package dev.webhookinbox.inbox;

/** The statements on the queue, kept together because they are the permitted transitions. */
final class QueueSql {

  /** The longest due first, without {@link #SUSPECT}s. */
  private static final String OLDEST =
      """
      SELECT due.ctid
                   FROM webhook_jobs due
                  WHERE due.state = 'pending' AND due.lost < 2
                    AND due.next_attempt_at <= now()
                    AND due.next_attempt_at >= CAST(?3 AS timestamptz) - interval '2 seconds'
                  ORDER BY due.next_attempt_at
                  LIMIT %d
                    FOR NO KEY UPDATE SKIP LOCKED""";

  /**
   * One of those whose last two workers were lost: whoever has it in hand may be the next, and
   * takes no second of them.
   */
  private static final String SUSPECT =
      """
      SELECT suspect.ctid
                   FROM webhook_jobs suspect
                  WHERE suspect.state = 'pending' AND suspect.lost >= 2
                    AND suspect.next_attempt_at <= now()
                  ORDER BY suspect.next_attempt_at
                  LIMIT 1
                    FOR NO KEY UPDATE SKIP LOCKED""";

  /** A few of each of these accounts, in this order. */
  private static final String OF_EACH =
      """
      SELECT due.place
                   FROM unnest(CAST(?3 AS text[]), CAST(?4 AS text[])) AS tenant (source, account_scope)
                  CROSS JOIN LATERAL (
                        SELECT j.ctid AS place
                          FROM webhook_jobs j
                         WHERE j.state = 'pending' AND j.waits_for IS NULL AND j.lost < 2
                           AND j.source = tenant.source AND j.account_scope = tenant.account_scope
                           AND j.next_attempt_at <= now()
                         ORDER BY j.next_attempt_at
                         LIMIT %d
                           FOR NO KEY UPDATE SKIP LOCKED) AS due
                  LIMIT %d""";

  /**
   * The rows are locked by physical address: nobody else can move them before this statement has
   * updated them. {@code ARRAY(…)} makes the locking query run once, whatever the planner thinks,
   * and the limit is a literal, as a generic plan would not know it.
   */
  private static final String CLAIM =
      """
      WITH claimed AS (
        UPDATE webhook_jobs j
           SET state = 'running', attempts = attempts + 1, lease_token = lease_token + 1,
               lease_owner = ?1, lease_until = now() + ?2 * interval '1 millisecond',
               claimed_at = now(), lease_ends = NULL,
               begun_at = CASE WHEN attempts = 0 THEN now() ELSE coalesce(begun_at, now()) END
         WHERE j.ctid = ANY (ARRAY(
                 %s))
        RETURNING j.*)
      SELECT c.provider, c.account_scope, c.event_id, c.lease_token, c.source, c.event_type,
             c.object_key, c.attempts,
             CAST(extract(epoch FROM c.accepted_at) * 1000000 AS bigint) AS accepted_micros,
             CAST(c.next_attempt_at AS text) AS position,
             b.body, b.content_type, b.content_encoding,
             CAST(extract(epoch FROM now() - GREATEST(c.next_attempt_at, c.accepted_at)) * 1000000
                  AS bigint) AS waited_micros,
             c.order_key, CASE WHEN c.order_version IS NULL THEN 0 ELSE 1 END AS versioned,
             CASE WHEN c.order_version < a.version THEN 1 ELSE 0 END AS stale, c.slot_of,
             CAST(extract(epoch FROM now() - c.begun_at) * 1000000 AS bigint) AS age_micros,
             b.key_id, b.kept, b.traceparent, c.body_sha256,
             CASE WHEN c.lost >= 2 THEN 1 ELSE 0 END AS suspect,
             CASE WHEN c.given_up IS NOT NULL THEN 1
                  WHEN c.lease_token > 1 THEN
               (SELECT 1 FROM webhook_progress m
                 WHERE m.provider = c.provider AND m.account_scope = c.account_scope
                   AND m.event_id = c.event_id
                 LIMIT 1) END AS marked
        FROM claimed c
        LEFT JOIN webhook_bodies b USING (delivery_id)
        LEFT JOIN webhook_applied a
          ON c.order_version IS NOT NULL AND a.provider = c.provider
             AND a.account_scope = c.account_scope AND a.order_key = c.order_key
       ORDER BY c.next_attempt_at, c.delivery_id
      """;

  static final String RENEW =
      """
      UPDATE webhook_jobs
         SET lease_until = now() + ?2 * interval '1 millisecond'
       WHERE lease_owner = ?1 AND state = 'running' AND lease_ends IS NULL
      RETURNING provider, account_scope, event_id, lease_token
      """;

  /** From now on no renewal prolongs the lease. */
  static final String LET_END =
      """
      UPDATE webhook_jobs
         SET lease_ends = ?5
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /** The first that the next {@link #RESCUE} finds. */
  static final String ABANDON =
      """
      UPDATE webhook_jobs
         SET lease_until = '-infinity'
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
         AND lease_owner IS NOT NULL
      """;

  /**
   * Matched by key and token alone: a predicate on the state would tempt the planner elsewhere. A
   * signal that arrived meanwhile opens the work item again instead of ending it.
   */
  static final String DONE =
      """
      UPDATE webhook_jobs
         SET state = CASE WHEN signalled_again THEN 'pending' ELSE 'done' END,
             outcome = CASE WHEN signalled_again THEN NULL ELSE ?5 END,
             finished_at = CASE WHEN signalled_again THEN NULL ELSE now() END,
             attempts = CASE WHEN signalled_again THEN 0 ELSE attempts END,
             signalled_again = false, lost = 0,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /** As {@link #DONE} for many, each by its own key and token; tells those that it ended. */
  static final String ALL_DONE =
      """
      UPDATE webhook_jobs j
         SET state = CASE WHEN j.signalled_again THEN 'pending' ELSE 'done' END,
             outcome = CASE WHEN j.signalled_again THEN NULL ELSE ended.outcome END,
             finished_at = CASE WHEN j.signalled_again THEN NULL ELSE now() END,
             attempts = CASE WHEN j.signalled_again THEN 0 ELSE j.attempts END,
             signalled_again = false, lost = 0,
             lease_token = j.lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
        FROM unnest(CAST(?1 AS text[]), CAST(?2 AS text[]), CAST(?3 AS text[]),
                    CAST(CAST(?4 AS text[]) AS bigint[]), CAST(?5 AS text[]))
             AS ended (provider, account_scope, event_id, token, outcome)
       WHERE j.provider = ended.provider AND j.account_scope = ended.account_scope
         AND j.event_id = ended.event_id AND j.lease_token = ended.token
      RETURNING j.provider, j.account_scope, j.event_id, ended.token
      """;

  /** As {@link #DONE}, and its key has come as far as this event; never back. */
  static final String DONE_AND_APPLIED =
      """
      WITH held AS (
        SELECT provider, account_scope, order_key, order_version
          FROM webhook_jobs
         WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
           FOR NO KEY UPDATE),
      applied AS (
        INSERT INTO webhook_applied AS known (provider, account_scope, order_key, version)
        SELECT provider, account_scope, order_key, order_version
          FROM held WHERE order_version IS NOT NULL
        ON CONFLICT (provider, account_scope, order_key) DO UPDATE
          SET version = greatest(known.version, EXCLUDED.version), applied_at = now())
      """
          + DONE
          + " AND (SELECT count(*) FROM held) = 1";

  /**
   * The row of a failed attempt, by who still holds the job. The update that follows asks {@code
   * held}, which makes this lock the row first: a row that its own statement has changed before
   * would be passed over here.
   */
  private static final String ATTEMPT =
      """
      WITH held AS (
        SELECT provider, account_scope, event_id, lease_token, attempts, claimed_at, lease_owner
          FROM webhook_jobs
         WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
           FOR NO KEY UPDATE),
      attempt AS (
        INSERT INTO webhook_attempts
               (provider, account_scope, event_id, lease_token, attempt, started_at, node,
                handler, outcome, error_class, message, detail, part)
        SELECT provider, account_scope, event_id, lease_token, attempts,
               coalesce(claimed_at, now()), lease_owner,
               NULLIF(?7, ''), %s, NULLIF(?8, ''), ?6, NULLIF(?9, ''), %s
          FROM held)
      """;

  static final String AGAIN =
      ATTEMPT.formatted("'retry'", 0)
          + """
      UPDATE webhook_jobs
         SET state = 'pending', next_attempt_at = now() + ?5 * interval '1 millisecond',
             last_error = ?6, signalled_again = false, lost = 0,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
         AND (SELECT count(*) FROM held) = 1
      """;

  static final String FAILED =
      ATTEMPT.formatted("?5", 0)
          + """
      UPDATE webhook_jobs
         SET state = CASE WHEN signalled_again THEN 'pending' ELSE 'failed' END,
             outcome = CASE WHEN signalled_again THEN NULL ELSE ?5 END,
             finished_at = CASE WHEN signalled_again THEN NULL ELSE now() END,
             attempts = CASE WHEN signalled_again THEN 0 ELSE attempts END,
             last_error = ?6, signalled_again = false, lost = 0,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
         AND (SELECT count(*) FROM held) = 1
      """;

  /**
   * Of several handlers one has failed for good: a row of its own, and the mark that it is not
   * called again, which is not set once a signal has come, as in {@link #PROGRESS}.
   */
  static final String GIVE_UP =
      ATTEMPT.formatted(
              "?5",
              """
              1 + (SELECT count(*) FROM webhook_attempts t
                              WHERE t.provider = ?1 AND t.account_scope = ?2 AND t.event_id = ?3
                                AND t.lease_token = ?4)""")
          + """
      UPDATE webhook_jobs
         SET given_up = CASE WHEN signalled_again THEN given_up
                             ELSE coalesce(given_up, jsonb_build_object())
                                  || jsonb_build_object(CAST(?7 AS text), CAST(?5 AS text)) END,
             last_error = ?6
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
         AND (SELECT count(*) FROM held) = 1
      """;

  static final String LATER =
      """
      UPDATE webhook_jobs
         SET state = 'pending', attempts = attempts - 1, signalled_again = false,
             next_attempt_at = now() + ?5 * interval '1 millisecond', slot_of = NULLIF(?6, ''),
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /** Due at once where it is not paused any more. */
  static final String PARKED =
      """
      UPDATE webhook_jobs
         SET state = 'pending', attempts = attempts - 1, signalled_again = false,
             waits_for = (SELECT subject FROM webhook_pauses WHERE subject = ?5),
             next_attempt_at = CASE WHEN EXISTS (SELECT 1 FROM webhook_pauses WHERE subject = ?5)
                                    THEN 'infinity' ELSE now() END,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /** With the reason of who gave up last, where somebody did. */
  static final String SPENT =
      """
      UPDATE webhook_jobs
         SET state = CASE WHEN signalled_again THEN 'pending' ELSE 'failed' END,
             outcome = CASE WHEN signalled_again THEN NULL ELSE ?5 END,
             finished_at = CASE WHEN signalled_again THEN NULL ELSE now() END,
             attempts = CASE WHEN signalled_again THEN 0 ELSE attempts - ?6 END,
             last_error = coalesce(
               (SELECT t.message FROM webhook_attempts t
                 WHERE t.provider = ?1 AND t.account_scope = ?2 AND t.event_id = ?3
                   AND t.part > 0 AND t.handler IN (SELECT jsonb_object_keys(given_up))
                 ORDER BY t.lease_token DESC, t.part
                 LIMIT 1),
               last_error, 'no attempt is left'),
             signalled_again = false,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /** As {@link #LATER}, through a fault that a person must mend: it says which. */
  static final String UNREADABLE =
      """
      UPDATE webhook_jobs
         SET state = 'pending', attempts = attempts - 1, signalled_again = false,
             next_attempt_at = now() + ?5 * interval '1 millisecond', last_error = ?6,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  static final String UNSTARTED =
      """
      UPDATE webhook_jobs
         SET state = 'pending', attempts = attempts - 1, signalled_again = false,
             lease_token = lease_token + 1, lease_owner = NULL, lease_until = NULL
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
      """;

  /**
   * Locks the job while the mark is written, so that it cannot change hands in between. No mark
   * once a signal has come: the handler may have looked before it, and must look again.
   */
  static final String PROGRESS =
      """
      WITH held AS (
        SELECT provider, account_scope, event_id, signalled_again
          FROM webhook_jobs
         WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
           FOR NO KEY UPDATE),
      mark AS (
        INSERT INTO webhook_progress (provider, account_scope, event_id, handler)
        SELECT provider, account_scope, event_id, ?5 FROM held WHERE NOT signalled_again)
      SELECT count(*) FROM held
      """;

  static final String PROGRESS_OF =
      """
      SELECT handler, 'done' FROM webhook_progress
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3
      UNION ALL
      SELECT over.key, over.value
        FROM webhook_jobs j
       CROSS JOIN LATERAL jsonb_each_text(j.given_up) AS over
       WHERE j.provider = ?1 AND j.account_scope = ?2 AND j.event_id = ?3
      """;

  /** In portions, oldest first; the token grows, which is what fences the former holder. */
  static final String RESCUE =
      """
      WITH dead AS (
        SELECT ctid AS place, provider, account_scope, event_id, lease_token, attempts, claimed_at,
               lease_owner,
               CASE WHEN attempts < ?1 OR signalled_again THEN 'retry'
                    WHEN lease_ends IS NULL THEN 'worker-lost' ELSE 'exhausted' END AS outcome,
               coalesce(lease_ends, 'worker lost: the lease of attempt ' || attempts
                                    || ' ended without a result') AS reason
          FROM webhook_jobs
         WHERE state = 'running' AND lease_until < now()
         ORDER BY lease_until
         LIMIT %d
           FOR NO KEY UPDATE SKIP LOCKED),
      attempt AS (
        INSERT INTO webhook_attempts
               (provider, account_scope, event_id, lease_token, attempt, started_at, node,
                outcome, message)
        SELECT provider, account_scope, event_id, lease_token, attempts,
               coalesce(claimed_at, now()), lease_owner, outcome, reason
          FROM dead)
      UPDATE webhook_jobs j
         SET state = CASE WHEN j.attempts >= ?1 AND NOT j.signalled_again THEN 'failed' ELSE 'pending' END,
             outcome = CASE WHEN j.attempts >= ?1 AND NOT j.signalled_again THEN CASE WHEN j.lease_ends IS NULL THEN 'worker-lost' ELSE 'exhausted' END END,
             finished_at = CASE WHEN j.attempts >= ?1 AND NOT j.signalled_again THEN now() END,
             attempts = CASE WHEN j.signalled_again THEN 0 ELSE j.attempts END,
             next_attempt_at = now(), signalled_again = false,
             lost = CASE WHEN j.lease_ends IS NULL THEN j.lost + 1 ELSE 0 END,
             last_error = coalesce(j.lease_ends, 'worker lost: the lease of attempt ' || j.attempts
                                                 || ' ended without a result'),
             lease_token = j.lease_token + 1, lease_owner = NULL, lease_until = NULL, slot_of = NULL
       WHERE j.ctid = ANY (ARRAY(SELECT place FROM dead))
      RETURNING j.provider
      """
          .formatted(Queue.RESCUED_AT_ONCE);

  /**
   * The accounts that have something pending, behind one in their order: a step a probe of the
   * index, however much waits.
   */
  static final String TENANTS =
      """
      WITH RECURSIVE tenant AS (
        (SELECT source, account_scope FROM webhook_jobs
          WHERE state = 'pending' AND waits_for IS NULL AND (source, account_scope) > (?1, ?2)
          ORDER BY source, account_scope LIMIT 1)
        UNION ALL
        SELECT next.source, next.account_scope
          FROM tenant
         CROSS JOIN LATERAL (
               SELECT source, account_scope FROM webhook_jobs
                WHERE state = 'pending' AND waits_for IS NULL
                  AND (source, account_scope) > (tenant.source, tenant.account_scope)
                ORDER BY source, account_scope LIMIT 1) AS next)
      SELECT source, account_scope FROM tenant LIMIT 64
      """;

  static String claim(int most) {
    return CLAIM.formatted(OLDEST.formatted(most));
  }

  static String claimWithSuspect(int most) {
    return CLAIM.formatted(OLDEST.formatted(most) + ")\n              || ARRAY(" + SUSPECT);
  }

  static String claimOfEach(int each, int most) {
    return CLAIM.formatted(OF_EACH.formatted(each, most));
  }

  private QueueSql() {}
}
