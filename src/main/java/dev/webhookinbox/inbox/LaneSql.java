package dev.webhookinbox.inbox;

/** The statements that give events their turns. */
final class LaneSql {

  private static final String LANES =
      "unnest(CAST(?1 AS text[]), CAST(?2 AS text[]), CAST(?3 AS text[]))"
          + " AS lane (provider, account_scope, order_key)";

  /**
   * Until the transaction ends nobody else gives turns in these lanes. Two that share a number wait
   * for each other, and in one order.
   */
  static final String LOCK =
      """
      SELECT count(*)
        FROM (SELECT pg_advisory_xact_lock(number)
                FROM (SELECT DISTINCT hashtextextended(lane.provider || ' ' || lane.account_scope
                                                       || ' ' || lane.order_key, 6021) AS number
                        FROM %s
                       ORDER BY number) AS ordered) AS locked
      """
          .formatted(LANES);

  /**
   * After {@link #LOCK}, so that it sees what others have given: the first of each lane in which
   * nothing is due, runs, is parked, or has failed and blocks.
   */
  static final String PROMOTE =
      """
      UPDATE webhook_jobs
         SET waits_for = NULL, next_attempt_at = now()
       WHERE waits_for = 'turn'
         AND ctid = ANY (ARRAY(
               SELECT first.place
                 FROM %s
                CROSS JOIN LATERAL (
                      SELECT j.ctid AS place
                        FROM webhook_jobs j
                       WHERE j.waits_for = 'turn' AND j.provider = lane.provider
                         AND j.account_scope = lane.account_scope AND j.order_key = lane.order_key
                       ORDER BY j.order_version NULLS FIRST, j.delivery_id, j.delivery_place
                       LIMIT 1) AS first
                WHERE %s))
      """
          .formatted(LANES, free("lane"));

  /**
   * Lanes in which something waits, behind one in their order, and whether its turn has come: a
   * step a probe of the index, however much waits.
   */
  static final String WAITING =
      """
      WITH RECURSIVE lane AS (
        (SELECT provider, account_scope, order_key FROM webhook_jobs
          WHERE waits_for = 'turn' AND (provider, account_scope, order_key) > (?1, ?2, ?3)
          ORDER BY provider, account_scope, order_key LIMIT 1)
        UNION ALL
        SELECT next.provider, next.account_scope, next.order_key
          FROM lane
         CROSS JOIN LATERAL (
               SELECT j.provider, j.account_scope, j.order_key FROM webhook_jobs j
                WHERE j.waits_for = 'turn'
                  AND (j.provider, j.account_scope, j.order_key)
                      > (lane.provider, lane.account_scope, lane.order_key)
                ORDER BY j.provider, j.account_scope, j.order_key LIMIT 1) AS next)
      SELECT lane.provider, lane.account_scope, lane.order_key, CASE WHEN %s THEN 1 ELSE 0 END
        FROM (SELECT * FROM lane LIMIT %d) AS lane
      """
          .formatted(free("lane"), Lanes.PORTION);

  private static String free(String lane) {
    return """
        NOT EXISTS (
                      SELECT 1 FROM webhook_jobs h
                       WHERE h.provider = {}.provider AND h.account_scope = {}.account_scope
                         AND h.order_key = {}.order_key AND h.state IN ('pending', 'running')
                         AND h.waits_for IS DISTINCT FROM 'turn')
                  AND NOT EXISTS (
                      SELECT 1 FROM webhook_jobs f
                       WHERE f.provider = {}.provider AND f.account_scope = {}.account_scope
                         AND f.order_key = {}.order_key AND f.order_blocks AND f.state = 'failed')\
        """
        .replace("{}", lane);
  }

  /** A failed event lets those after it pass, once. Parameters 1 to 3 are its key. */
  static final String RELEASE =
      """
      UPDATE webhook_jobs
         SET order_blocks = false
       WHERE provider = ?1 AND account_scope = ?2 AND event_id = ?3
         AND state = 'failed' AND order_blocks
      """;

  private LaneSql() {}
}
