package dev.webhookinbox.operations;

/**
 * What operators look at and do. The changes obey the transitions of the inbox: each names the
 * state that it leaves, and grows the fencing token.
 */
final class EventSql {

  /** How many rows one page looks at, whatever the filter lets through: it answers in time. */
  static final int WALK = 20_000;

  /** Parameters 1 to 9; an empty text asks for nothing. */
  private static final String FILTER =
      """
      (?1 = '' OR j.source = ?1) AND (?2 = '' OR j.account_scope = ?2)
        AND (?3 = '' OR j.event_type = ?3 OR (right(?3, 1) = '*' AND starts_with(j.event_type, left(?3, -1))))
        AND (?4 = '' OR j.outcome = ?4)
        AND (?5 = '' OR starts_with(j.event_id, ?5))
        AND (?6 = '' OR position(lower(?6) IN lower(j.last_error)) > 0)
        AND (?7 = '' OR j.object_key = ?7 OR j.order_key = ?7)
        AND j.accepted_at >= timestamptz 'epoch' + CAST(?8 AS bigint) * interval '1 microsecond'
        AND j.accepted_at < timestamptz 'epoch' + CAST(?9 AS bigint) * interval '1 microsecond'
      """;

  private static final String COLUMNS =
      """
      j.provider, j.account_scope, j.event_id, j.source, j.event_type, j.state, j.outcome,
             j.attempts, j.last_error, j.replays, j.altered, j.object_key,
             CAST(extract(epoch FROM j.accepted_at) * 1000000 AS bigint) AS accepted,
             CAST(extract(epoch FROM j.finished_at) * 1000000 AS bigint) AS finished,
             CAST(CASE WHEN j.state = 'pending' AND j.waits_for IS NULL THEN extract(epoch FROM j.next_attempt_at) * 1000000 END
                  AS bigint) AS next_attempt,
             j.order_key, j.waits_for, CASE WHEN j.order_blocks AND j.state = 'failed' THEN 1 END AS blocks,
             j.redelivered, CAST(extract(epoch FROM j.redelivered_at) * 1000000 AS bigint) AS again
      """;

  /** Behind a key, newest first; Hibernate wants the numbers of each statement to begin with 1. */
  private static final String WALKED =
      """
      SELECT * FROM webhook_jobs
         WHERE accepted_at <= timestamptz 'epoch' + CAST({at} AS bigint) * interval '1 microsecond'
           AND accepted_at >= timestamptz 'epoch' + CAST({from} AS bigint) * interval '1 microsecond'
           AND (accepted_at, provider, account_scope, event_id)
               < (timestamptz 'epoch' + CAST({at} AS bigint) * interval '1 microsecond', {provider}, {account}, {id})
           {state}
         ORDER BY accepted_at DESC, provider DESC, account_scope DESC, event_id DESC
      """;

  private static final String NEWEST_FIRST =
      " ORDER BY j.accepted_at DESC, j.provider DESC, j.account_scope DESC, j.event_id DESC";

  /** With its parameters from these numbers on. */
  private static String walked(EventFilter filter, int from, int key) {
    return WALKED
        .replace("{from}", "?" + from)
        .replace("{at}", "?" + key)
        .replace("{provider}", "?" + (key + 1))
        .replace("{account}", "?" + (key + 2))
        .replace("{id}", "?" + (key + 3))
        .replace("{state}", filter.walkedState());
  }

  static String list(EventFilter filter, int most) {
    return "SELECT "
        + COLUMNS
        + "  FROM ("
        + walked(filter, 8, 10)
        + " LIMIT "
        + WALK
        + ") j\n WHERE "
        + FILTER
        + filter.otherState()
        + NEWEST_FIRST
        + " LIMIT "
        + most;
  }

  /** The last row that {@link #list} may look at; none where the table ends before. */
  static String walkEnd(EventFilter filter) {
    return "SELECT j.provider, j.account_scope, j.event_id,"
        + " CAST(extract(epoch FROM j.accepted_at) * 1000000 AS bigint) FROM ("
        + walked(filter, 1, 2)
        + " OFFSET "
        + (WALK - 1)
        + " LIMIT 1) j";
  }

  private static final String KEY = " j.provider = ?1 AND j.account_scope = ?2 AND j.event_id = ?3";

  static final String ONE =
      "SELECT "
          + COLUMNS
          + """
            , j.body_binding, b.content_type, b.content_encoding, octet_length(b.body) AS size
            FROM webhook_jobs j
            LEFT JOIN webhook_bodies b USING (delivery_id)
           WHERE\
          """
          + KEY;

  static final String PAYLOAD =
      "SELECT b.body, b.content_type, b.key_id, j.body_sha256 FROM webhook_jobs j JOIN webhook_bodies b USING (delivery_id) WHERE"
          + KEY;

  static final String HANDLED =
      "SELECT j.handler, CAST(extract(epoch FROM j.done_at) * 1000000 AS bigint)"
          + " FROM webhook_progress j WHERE"
          + KEY
          + " ORDER BY j.done_at, j.handler";

  /** The latest first; a success leaves no attempt. */
  static final String ATTEMPTS =
      """
      SELECT j.attempt, CAST(extract(epoch FROM j.started_at) * 1000000 AS bigint),
             CAST(extract(epoch FROM j.ended_at) * 1000000 AS bigint), j.node, j.handler, j.outcome,
             j.error_class, j.message, j.detail
        FROM webhook_attempts j
       WHERE\
      """
          + KEY
          + " ORDER BY j.lease_token DESC, j.part LIMIT 200";

  /** Those that the event asked for, first or last. */
  static final String GUARDED =
      """
      SELECT a.operation, a.business_key, a.state, a.reason, a.decided_by, a.decided_why,
             CAST(extract(epoch FROM a.started_at) * 1000000 AS bigint),
             CAST(extract(epoch FROM a.finished_at) * 1000000 AS bigint), a.result
        FROM webhook_actions a
       WHERE a.provider = ?1 AND a.account_scope = ?2
         AND (a.event_id = ?3 OR (a.holder_event_id = ?3 AND a.holder_event_id <> a.event_id))
       ORDER BY a.started_at, a.operation, a.business_key
       LIMIT 200
      """;

  private static final String AUDIT =
      "SELECT j.audit_id, CAST(extract(epoch FROM j.at) * 1000000 AS bigint), j.operator, j.action,"
          + " j.reason, j.detail, j.provider, j.account_scope, j.event_id FROM webhook_audit j WHERE";

  static final String AUDIT_OF_EVENT = AUDIT + KEY + " ORDER BY j.audit_id";

  static final String AUDIT_PAGE = AUDIT + " j.audit_id < ?1 ORDER BY j.audit_id DESC LIMIT 101";

  /** With a fresh budget (P10). Who changes nothing writes no audit. */
  static final String RETRY =
      """
      WITH changed AS (
        UPDATE webhook_jobs j
           SET state = 'pending', attempts = 0, given_up = NULL, finished_at = NULL,
               outcome = NULL, lease_token = j.lease_token + 1,
               waits_for = CASE WHEN j.order_key IS NOT NULL THEN 'turn' END,
               next_attempt_at = CASE WHEN j.order_key IS NULL THEN now() ELSE 'infinity' END
         WHERE j.provider = ?1 AND j.account_scope = ?2 AND j.event_id = ?3 AND j.state = 'failed'
           AND EXISTS (SELECT 1 FROM webhook_bodies b WHERE b.delivery_id = j.delivery_id)
        RETURNING j.provider, j.account_scope, j.event_id),
      audit AS (
        INSERT INTO webhook_audit (operator, action, reason, provider, account_scope, event_id)
        SELECT ?4, 'retry', ?5, provider, account_scope, event_id FROM changed)
      SELECT count(*) FROM changed
      """;

  /** The failed event stays as it is; those of its key that wait behind it go on. */
  static final String RELEASE =
      """
      WITH changed AS (
        UPDATE webhook_jobs j
           SET order_blocks = false
         WHERE j.provider = ?1 AND j.account_scope = ?2 AND j.event_id = ?3
           AND j.state = 'failed' AND j.order_blocks
        RETURNING j.provider, j.account_scope, j.event_id),
      audit AS (
        INSERT INTO webhook_audit (operator, action, reason, provider, account_scope, event_id)
        SELECT ?4, 'release', ?5, provider, account_scope, event_id FROM changed)
      SELECT count(*) FROM changed
      """;

  /** Ends it without running it. What runs now cannot be discarded: it may be half done. */
  static final String DISCARD =
      """
      WITH changed AS (
        UPDATE webhook_jobs j
           SET state = 'done', outcome = 'discarded', finished_at = now(),
               waits_for = NULL, next_attempt_at = now(),
               lease_token = j.lease_token + 1
         WHERE j.provider = ?1 AND j.account_scope = ?2 AND j.event_id = ?3
           AND j.state IN ('pending', 'failed')
        RETURNING j.provider, j.account_scope, j.event_id),
      audit AS (
        INSERT INTO webhook_audit (operator, action, reason, provider, account_scope, event_id)
        SELECT ?4, 'discard', ?5, provider, account_scope, event_id FROM changed)
      SELECT count(*) FROM changed
      """;

  private static final String RETRIABLE =
      "j.state = 'failed' AND EXISTS (SELECT 1 FROM webhook_bodies b WHERE b.delivery_id = j.delivery_id) AND ";

  /** Failed events of the filter, counted up to parameter 10. */
  static final String COUNT =
      "SELECT count(*) FROM (SELECT 1 FROM webhook_jobs j WHERE "
          + RETRIABLE
          + FILTER
          + " LIMIT CAST(?10 AS bigint)) found";

  /**
   * The oldest first, at so many a second. Parameters: most, a second, operator, reason, filter.
   */
  static final String RETRY_ALL =
      """
      WITH chosen AS MATERIALIZED (
        SELECT j.provider, j.account_scope, j.event_id, j.accepted_at
          FROM webhook_jobs j
         WHERE %s %s
         ORDER BY j.accepted_at
         LIMIT CAST(?10 AS bigint)
           FOR NO KEY UPDATE SKIP LOCKED),
      placed AS (
        SELECT *, row_number() OVER (ORDER BY accepted_at) - 1 AS place FROM chosen),
      changed AS (
        UPDATE webhook_jobs j
           SET state = 'pending', attempts = 0, given_up = NULL, finished_at = NULL, outcome = NULL,
               waits_for = CASE WHEN j.order_key IS NOT NULL THEN 'turn' END,
               next_attempt_at = CASE WHEN j.order_key IS NULL
                 THEN now() + p.place / CAST(?11 AS double precision) * interval '1 second'
                 ELSE 'infinity' END,
               lease_token = j.lease_token + 1
          FROM placed p
         WHERE j.provider = p.provider AND j.account_scope = p.account_scope
           AND j.event_id = p.event_id
        RETURNING j.provider, j.account_scope, j.event_id),
      audit AS (
        INSERT INTO webhook_audit (operator, action, reason, provider, account_scope, event_id)
        SELECT ?12, 'retry', ?13, provider, account_scope, event_id FROM changed),
      whole AS (
        INSERT INTO webhook_audit (operator, action, reason, detail)
        SELECT ?12, 'bulk-retry', ?13, count(*) || ' events: ' || ?14 FROM changed)
      SELECT count(*) FROM changed
      """
          .formatted(RETRIABLE, FILTER);

  /** The newest of a source among the newest deliveries of all: never a scan. */
  static final String LAST_DELIVERIES =
      "SELECT source, CAST(extract(epoch FROM max(accepted_at)) * 1000000 AS bigint) FROM ("
          + "SELECT source, accepted_at FROM webhook_jobs ORDER BY accepted_at DESC LIMIT "
          + WALK
          + ") newest GROUP BY source";

  private EventSql() {}
}
