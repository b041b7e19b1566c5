package dev.webhookinbox.inbox;

/** The statements of acceptance. */
final class AcceptSql {

  private static final String DELIVERY =
      """
      WITH delivery AS MATERIALIZED (SELECT nextval('webhook_delivery_id') AS id),
      event AS (
        SELECT DISTINCT ON (account_scope, event_id) *
          FROM unnest(CAST(?1 AS text[]), CAST(?2 AS text[]), CAST(?3 AS text[]), CAST(?4 AS text[]),
                      CAST(?12 AS text[]), CAST(?13 AS text[]), CAST(?14 AS text[]), CAST(?15 AS text[]))
               WITH ORDINALITY
               AS e (account_scope, event_id, event_type, object_key, replay_print,
                     order_key, order_version, order_blocks, place)
         ORDER BY account_scope, event_id, place),
      job AS (
        INSERT INTO webhook_jobs AS known
               (provider, account_scope, event_id, source, event_type, object_key,
                delivery_id, body_binding, body_sha256, replay_print, delivery_place,
                order_key, order_version, order_blocks, waits_for, next_attempt_at)
        SELECT ?5, e.account_scope, e.event_id, ?6, e.event_type, e.object_key,
               d.id, ?7, CAST(?8 AS bytea), decode(e.replay_print, 'hex'), e.place,
               e.order_key, CAST(e.order_version AS numeric), coalesce(e.order_blocks = 'true', false),
               CASE WHEN e.order_key IS NOT NULL THEN 'turn' END,
               CASE WHEN e.order_key IS NULL THEN now() ELSE 'infinity' END
          FROM event e, delivery d
         ORDER BY e.account_scope, e.event_id
        ON CONFLICT %s
        RETURNING account_scope, event_id),
      body AS (
        INSERT INTO webhook_bodies (delivery_id, content_type, content_encoding, body,
                                    key_id, kept, body_sha256, traceparent)
        SELECT d.id, NULLIF(?9, ''), NULLIF(?10, ''), CAST(?11 AS bytea),
               NULLIF(?16, ''), ?17, CAST(?8 AS bytea), NULLIF(?18, '')
          FROM delivery d
         WHERE EXISTS (SELECT 1 FROM job))
      SELECT account_scope, event_id FROM job
      """;

  /**
   * Body and jobs in one statement: the body only if at least one job is new. Of a key that stands
   * several times in a delivery the first counts. What is ordered waits for its turn, which a
   * worker gives it after the commit: acceptance takes no lock for the order. A key that another
   * transaction is inserting makes this one wait for its commit, so that a duplicate is never
   * answered before the first delivery is safe. Keys go in sorted, so two batches cannot deadlock.
   */
  static final String STORE = DELIVERY.formatted("DO NOTHING");

  /**
   * A signal opens its work item, or opens it again: at once if it had ended, after this run if it
   * runs now. It is as old as that signal, as its body is. One that waits covers the new signal too
   * and is left alone.
   */
  static final String SIGNAL =
      DELIVERY.formatted(
          """
          (provider, account_scope, event_id) DO UPDATE
            SET delivery_id = EXCLUDED.delivery_id, body_sha256 = EXCLUDED.body_sha256,
                signalled_again = (known.state = 'running'),
                state = CASE known.state WHEN 'running' THEN 'running' ELSE 'pending' END,
                accepted_at = now(),
                attempts = CASE known.state WHEN 'running' THEN known.attempts ELSE 0 END,
                next_attempt_at = CASE WHEN known.state = 'running' OR known.order_key IS NULL
                                       THEN now() ELSE 'infinity' END,
                waits_for = CASE WHEN known.state <> 'running' AND known.order_key IS NOT NULL
                                 THEN 'turn' END,
                lease_token = known.lease_token + CASE known.state WHEN 'running' THEN 0 ELSE 1 END,
                finished_at = NULL, outcome = NULL
          WHERE known.state <> 'pending'\
          """);

  /**
   * After {@link #SIGNAL}, in its transaction: that has locked the rows, so no handler is marked in
   * between. What was done or given up before a signal does not count for it.
   */
  static final String FORGET_PROGRESS =
      """
      WITH signalled AS (
        SELECT * FROM unnest(CAST(?2 AS text[]), CAST(?3 AS text[])) AS e (account_scope, event_id)),
      undone AS (
        DELETE FROM webhook_progress
         WHERE provider = ?1
           AND (account_scope, event_id) IN (SELECT account_scope, event_id FROM signalled)
        RETURNING 1),
      resumed AS (
        UPDATE webhook_jobs
           SET given_up = NULL
         WHERE provider = ?1 AND given_up IS NOT NULL
           AND (account_scope, event_id) IN (SELECT account_scope, event_id FROM signalled)
        RETURNING 1)
      SELECT (SELECT count(*) FROM undone) + (SELECT count(*) FROM resumed)
      """;

  /**
   * What is known already: a failed event is started again with a fresh budget (P10); other bytes
   * under the same id are flagged (P14).
   */
  static final String KNOWN =
      """
      WITH known AS (
        SELECT j.account_scope, j.event_id, j.state, j.body_sha256
          FROM webhook_jobs j
         WHERE j.provider = ?1
           AND (j.account_scope, j.event_id) IN (
                 SELECT * FROM unnest(CAST(?2 AS text[]), CAST(?3 AS text[])))),
      restarted AS (
        UPDATE webhook_jobs j
           SET state = 'pending', attempts = 0, given_up = NULL, finished_at = NULL,
               outcome = NULL, lease_token = j.lease_token + 1,
               waits_for = CASE WHEN j.order_key IS NOT NULL THEN 'turn' END,
               next_attempt_at = CASE WHEN j.order_key IS NULL THEN now() ELSE 'infinity' END,
               altered = j.altered + CASE WHEN CAST(?5 AS boolean)
                                           AND k.body_sha256 <> CAST(?4 AS bytea) THEN 1 ELSE 0 END
          FROM known k
         WHERE j.provider = ?1 AND j.account_scope = k.account_scope AND j.event_id = k.event_id
           AND k.state = 'failed' AND j.state = 'failed'
        RETURNING 1),
      altered AS (
        UPDATE webhook_jobs j
           SET altered = j.altered + 1
          FROM known k
         WHERE j.provider = ?1 AND j.account_scope = k.account_scope AND j.event_id = k.event_id
           AND k.state <> 'failed' AND CAST(?5 AS boolean) AND k.body_sha256 <> CAST(?4 AS bytea))
      SELECT (SELECT count(*) FROM known), (SELECT count(*) FROM restarted)
      """;

  /** In the order of the keys, as all that lock several jobs do. */
  static final String CAME_AGAIN =
      """
      WITH again AS MATERIALIZED (
        SELECT j.provider, j.account_scope, j.event_id, CAST(a.times AS integer) AS times
          FROM unnest(CAST(?1 AS text[]), CAST(?2 AS text[]), CAST(?3 AS text[]), CAST(?4 AS text[]))
               AS a (provider, account_scope, event_id, times)
          JOIN webhook_jobs j USING (provider, account_scope, event_id)
         ORDER BY j.provider, j.account_scope, j.event_id
           FOR NO KEY UPDATE OF j)
      UPDATE webhook_jobs j
         SET redelivered = j.redelivered + a.times, redelivered_at = now()
        FROM again a
       WHERE j.provider = a.provider AND j.account_scope = a.account_scope AND j.event_id = a.event_id
      """;

  static final String REPLAYED =
      """
      UPDATE webhook_jobs
         SET replays = replays + 1
       WHERE source = ?1
         AND replay_print IN (
               SELECT decode(print, 'hex') FROM unnest(CAST(?2 AS text[])) AS print)
      """;

  private AcceptSql() {}
}
