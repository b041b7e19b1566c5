package dev.webhookinbox.retention;

/**
 * The statements of retention. Each looks at a portion of what is older than the shortest period,
 * behind where the one before ended, so that what is kept longer is passed over once a pass.
 */
final class PurgeSql {

  /** Held until the transaction ends, by one node at a time. */
  static final String ALONE = "SELECT CAST(pg_try_advisory_xact_lock(7270012) AS text)";

  /**
   * A body and the events that came with it have the same time, as one transaction stored them. One
   * without such an event is of no use to any: its identities have gone, or later signals took its
   * place. It goes after the shortest period.
   */
  static final String PAYLOADS =
      """
      WITH period AS (
        SELECT * FROM unnest(CAST(?1 AS text[]), CAST(CAST(?2 AS text[]) AS bigint[])) AS p (source, seconds)),
      portion AS MATERIALIZED (
        SELECT delivery_id, received_at
          FROM webhook_bodies
         WHERE delivery_id > CAST(?3 AS bigint)
         ORDER BY delivery_id
         LIMIT 500),
      old AS MATERIALIZED (
        SELECT * FROM portion WHERE received_at < now() - CAST(?4 AS bigint) * interval '1 second'),
      unfinished AS MATERIALIZED (
        SELECT delivery_id FROM webhook_jobs
         WHERE state = 'pending' AND EXISTS (SELECT 1 FROM old)
           AND accepted_at < now() - CAST(?4 AS bigint) * interval '1 second'
        UNION ALL
        SELECT delivery_id FROM webhook_jobs
         WHERE state = 'running' AND EXISTS (SELECT 1 FROM old)
           AND accepted_at < now() - CAST(?4 AS bigint) * interval '1 second'),
      gone AS (
        DELETE FROM webhook_bodies
         WHERE delivery_id = ANY (ARRAY(
                 SELECT b.delivery_id
                   FROM webhook_bodies b
                  WHERE b.delivery_id = ANY (ARRAY(
                          SELECT o.delivery_id
                            FROM old o
                           WHERE o.received_at < now() - interval '1 second' * coalesce(
                                   (SELECT max(coalesce(p.seconds, CAST(?5 AS bigint)))
                                      FROM webhook_jobs j
                                      LEFT JOIN period p USING (source)
                                     WHERE j.accepted_at = o.received_at
                                       AND j.delivery_id = o.delivery_id),
                                   CAST(?4 AS bigint))
                             AND NOT EXISTS (
                                   SELECT 1 FROM unfinished u
                                    WHERE u.delivery_id = o.delivery_id)))
                    FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT (SELECT count(*) FROM gone),
             CASE WHEN (SELECT count(*) FROM portion) = 500 AND EXISTS (SELECT 1 FROM old)
                  THEN (SELECT CAST(max(delivery_id) AS text) FROM portion) END
      """;

  /** Only what has ended. Its marks go with it. */
  static final String IDENTITIES =
      """
      WITH period AS (
        SELECT * FROM unnest(CAST(?1 AS text[]), CAST(CAST(?2 AS text[]) AS bigint[])) AS p (source, seconds)),
      old AS MATERIALIZED (
        SELECT provider, account_scope, event_id, source, accepted_at, state
          FROM webhook_jobs
         WHERE accepted_at > CAST(?3 AS timestamptz)
           AND accepted_at < now() - CAST(?4 AS bigint) * interval '1 second'
         ORDER BY accepted_at
         FETCH FIRST 500 ROWS WITH TIES),
      locked AS MATERIALIZED (
        SELECT j.provider, j.account_scope, j.event_id
          FROM old o
          JOIN webhook_jobs j USING (provider, account_scope, event_id)
          LEFT JOIN period p ON p.source = o.source
         WHERE j.state IN ('done', 'failed')
           AND o.accepted_at < now() - interval '1 second' * coalesce(p.seconds, CAST(?5 AS bigint))
           FOR UPDATE OF j SKIP LOCKED),
      marks AS (
        DELETE FROM webhook_progress m
         USING locked l
         WHERE m.provider = l.provider AND m.account_scope = l.account_scope
           AND m.event_id = l.event_id),
      gone AS (
        DELETE FROM webhook_jobs j
         USING locked l
         WHERE j.provider = l.provider AND j.account_scope = l.account_scope
           AND j.event_id = l.event_id
        RETURNING 1)
      SELECT (SELECT count(*) FROM gone), (SELECT CAST(max(accepted_at) AS text) FROM old)
      """;

  /** The oldest of them; how long is parameter 1, in seconds. */
  static final String AUDIT =
      """
      WITH gone AS (
        DELETE FROM webhook_audit
         WHERE audit_id = ANY (ARRAY(
                 SELECT audit_id FROM webhook_audit
                  WHERE at < now() - CAST(?1 AS bigint) * interval '1 second'
                  ORDER BY at
                  LIMIT 500))
        RETURNING 1)
      SELECT count(*) FROM gone
      """;

  static final String ATTEMPTS =
      """
      WITH gone AS (
        DELETE FROM webhook_attempts
         WHERE ctid = ANY (ARRAY(
                 SELECT ctid FROM webhook_attempts
                  WHERE ended_at < now() - CAST(?1 AS bigint) * interval '1 second'
                  ORDER BY ended_at
                  LIMIT 500
                    FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT count(*) FROM gone
      """;

  static final String ORDERS =
      """
      WITH gone AS (
        DELETE FROM webhook_applied
         WHERE ctid = ANY (ARRAY(
                 SELECT ctid FROM webhook_applied
                  WHERE applied_at < now() - CAST(?1 AS bigint) * interval '1 second'
                  ORDER BY applied_at
                  LIMIT 500
                    FOR UPDATE SKIP LOCKED))
        RETURNING 1)
      SELECT count(*) FROM gone
      """;

  private PurgeSql() {}
}
