package dev.webhookinbox.operations;

/** The statements that take payloads away and leave identities. */
final class ErasureSql {

  /**
   * The payload of the delivery, and what handlers and targets said of it. What waits ends; what
   * runs goes on with what it holds and finds nothing the next time. The audit is in the same
   * transaction. Parameters: provider, account, id, operator, reason.
   */
  private static final String ERASE =
      """
      WITH chosen AS MATERIALIZED (
        SELECT j.provider, j.account_scope, j.event_id, j.delivery_id
          FROM webhook_jobs j
         WHERE j.provider = ?1 AND j.account_scope = ?2 AND %s
         ORDER BY j.event_id
         LIMIT 500
           FOR NO KEY UPDATE),
      ended AS (
        UPDATE webhook_jobs j
           SET state = CASE j.state WHEN 'pending' THEN 'done' ELSE j.state END,
               outcome = CASE j.state WHEN 'pending' THEN 'erased' ELSE j.outcome END,
               finished_at = CASE j.state WHEN 'pending' THEN now() ELSE j.finished_at END,
               waits_for = NULL,
               next_attempt_at = CASE j.state WHEN 'pending' THEN now() ELSE j.next_attempt_at END,
               lease_token = j.lease_token + CASE j.state WHEN 'pending' THEN 1 ELSE 0 END,
               last_error = CASE WHEN j.last_error IS NOT NULL THEN 'erased' END,
               object_key = NULL
          FROM chosen c
         WHERE j.provider = c.provider AND j.account_scope = c.account_scope
           AND j.event_id = c.event_id),
      told AS (
        UPDATE webhook_attempts t
           SET message = 'erased', detail = NULL
          FROM chosen c
         WHERE t.provider = c.provider AND t.account_scope = c.account_scope
           AND t.event_id = c.event_id),
      bodies AS (
        DELETE FROM webhook_bodies b
         WHERE b.delivery_id = ANY (ARRAY(SELECT delivery_id FROM chosen))
        RETURNING 1),
      audit AS (
        INSERT INTO webhook_audit (operator, action, reason, provider, account_scope, event_id)
        SELECT ?4, 'erase', ?5, provider, account_scope, event_id FROM chosen)
      SELECT (SELECT count(*) FROM chosen), (SELECT count(*) FROM bodies),
             (SELECT max(event_id) FROM chosen)
      """;

  static final String EVENT = ERASE.formatted("j.event_id = ?3");

  /** The next of an account, behind an id. */
  static final String OF_ACCOUNT = ERASE.formatted("j.event_id > ?3");

  private ErasureSql() {}
}
