package dev.webhookinbox.inbox;

/** The statements of guarded actions; 1 to 4 are the action's key throughout. */
final class ActionSql {

  private static final String OF_ACTION =
      """
       WHERE provider = ?1 AND account_scope = ?2 AND operation = ?3 AND business_key = ?4
      """;

  /** The job stays in these hands until the transaction ends. */
  static final String HELD =
      """
      SELECT 1 FROM webhook_jobs
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3 AND lease_token = ?4
         FOR NO KEY UPDATE
      """;

  static final String INSERT =
      """
      INSERT INTO webhook_actions
             (provider, account_scope, operation, business_key, event_id, holder_event_id, holder_token)
      VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)
      ON CONFLICT DO NOTHING
      """;

  /** Before {@link #FIND}: what that sees must be no older than the row in its hands. */
  static final String LOCK = "SELECT 1 FROM webhook_actions" + OF_ACTION + " FOR UPDATE";

  /** The holder is alive as long as its job has its token: each end of a lease moves that on. */
  static final String FIND =
      """
      SELECT a.state, coalesce(a.result, ''), coalesce(a.reason, ''),
             (SELECT count(*) FROM webhook_jobs h
               WHERE h.provider = a.provider AND h.account_scope = a.account_scope
                 AND h.event_id = a.holder_event_id AND h.lease_token = a.holder_token
                 AND h.event_id <> ?5)
        FROM webhook_actions a
       WHERE a.provider = ?1 AND a.account_scope = ?2 AND a.operation = ?3 AND a.business_key = ?4
      """;

  static final String TAKE =
      """
      UPDATE webhook_actions
         SET state = 'started', started_at = now(), holder_event_id = ?5, holder_token = ?6
      """
          + OF_ACTION;

  private static final String BY_HOLDER =
      OF_ACTION + " AND state = 'started' AND holder_event_id = ?5 AND holder_token = ?6";

  static final String RECORD =
      "UPDATE webhook_actions SET state = 'done', result = ?7, finished_at = now()" + BY_HOLDER;

  static final String UNDECIDED =
      "UPDATE webhook_actions SET state = 'undecided', reason = ?7" + BY_HOLDER;

  private static final String DECISION =
      """
      UPDATE webhook_actions
         SET state = %s, decided_at = now(), decided_by = ?5, decided_why = ?6
      """
          + OF_ACTION
          + " AND state = 'undecided'";

  static final String HAPPENED = DECISION.formatted("'done', finished_at = now(), result = ?7");

  static final String DID_NOT_HAPPEN = DECISION.formatted("'open'");

  /** With a fresh budget; one that waits for another action ends in the same way again. */
  static final String RESTART =
      """
      UPDATE webhook_jobs
         SET state = 'pending', attempts = 0, given_up = NULL, finished_at = NULL,
             outcome = NULL, lease_token = lease_token + 1,
             waits_for = CASE WHEN order_key IS NOT NULL THEN 'turn' END,
             next_attempt_at = CASE WHEN order_key IS NULL THEN now() ELSE 'infinity' END
       WHERE provider = ?1 AND account_scope = ?2 AND outcome = 'needs-decision'
      """;

  static final String ALL_UNDECIDED =
      """
      SELECT provider, account_scope, operation, business_key, holder_event_id, reason
        FROM webhook_actions
       WHERE state = 'undecided'
       ORDER BY started_at
       LIMIT ?1
      """;

  static final String PURGE =
      """
      DELETE FROM webhook_actions
       WHERE ctid = ANY (ARRAY(
               SELECT ctid
                 FROM webhook_actions
                WHERE state = 'done' AND operation = ?1
                  AND finished_at < now() - ?2 * interval '1 millisecond'
                ORDER BY finished_at
                LIMIT ?3
                  FOR UPDATE SKIP LOCKED))
      """;

  private ActionSql() {}
}
