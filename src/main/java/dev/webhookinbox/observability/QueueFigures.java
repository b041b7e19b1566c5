package dev.webhookinbox.observability;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of the queue as the database has it: the same from every node. */
@Dependent
@Transactional(REQUIRES_NEW)
class QueueFigures {

  /**
   * Jobs by state, of each at the most 100,000, through the partial indexes alone: what is done is
   * far more than the rest, so beyond 10,000 jobs in all it is the planner's estimate. The oldest
   * due come first, so the age is right whatever the bound. What is not done is told by type of
   * event too, but for the rarest beyond 1,000 of them.
   */
  static final String COUNTS =
      """
      WITH unfinished AS (
        (SELECT source, provider, event_type, state, next_attempt_at FROM webhook_jobs
          WHERE state = 'pending' ORDER BY next_attempt_at LIMIT 100000)
        UNION ALL
        (SELECT source, provider, event_type, state, NULL FROM webhook_jobs
          WHERE state = 'running' ORDER BY lease_until LIMIT 100000)
        UNION ALL
        (SELECT source, provider, event_type, state, NULL FROM webhook_jobs
          WHERE state = 'failed' ORDER BY accepted_at LIMIT 100000)),
      by_type AS (
        SELECT source, provider, event_type, state, count(*) AS jobs,
               greatest(0, extract(epoch FROM now() - min(next_attempt_at) FILTER (WHERE next_attempt_at < 'infinity'))) AS age
          FROM unfinished
         GROUP BY source, provider, event_type, state),
      ranked AS (
        SELECT *, row_number() OVER (ORDER BY jobs DESC) AS place FROM by_type),
      counted AS (
        SELECT source, provider, CASE WHEN place <= 1000 THEN event_type END AS event_type, state,
               sum(jobs) AS jobs, max(age) AS age
          FROM ranked
         GROUP BY 1, 2, 3, 4),
      newest AS (
        SELECT source, state FROM webhook_jobs ORDER BY accepted_at DESC LIMIT 10001),
      estimated AS (
        SELECT shares.source, greatest(0, CAST(t.reltuples * shares.share AS bigint)
                 - coalesce((SELECT sum(jobs) FROM counted c WHERE c.source = shares.source), 0)) AS jobs
          FROM pg_class t
          JOIN pg_namespace n ON n.oid = t.relnamespace
          JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = t.relname
                         AND s.attname = 'source',
               unnest(CAST(CAST(s.most_common_vals AS text) AS text[]), s.most_common_freqs)
                 AS shares (source, share)
         WHERE t.oid = CAST('webhook_jobs' AS regclass)),
      done AS (
        SELECT source, count(*) AS jobs FROM newest
         WHERE state = 'done' AND (SELECT count(*) FROM newest) <= 10000
         GROUP BY source
        UNION ALL
        SELECT source, jobs FROM estimated WHERE (SELECT count(*) FROM newest) > 10000)
      SELECT source, state, CAST(jobs AS bigint), CAST(coalesce(age, 0) AS double precision),
             provider, event_type FROM counted
      UNION ALL
      SELECT source, 'done', CAST(jobs AS bigint), CAST(0 AS double precision), NULL, NULL FROM done
      """;

  /**
   * @param ageSeconds how long the one that is due longest has been due; 0 if none is
   * @param provider null for what is done
   * @param type null for what is done, and for rare types
   */
  record Figure(
      String source,
      String state,
      long jobs,
      BigDecimal ageSeconds,
      @Nullable String provider,
      @Nullable String type) {}

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  List<Figure> read() {
    List<?> rows = database.createNativeQuery(COUNTS).getResultList();
    return rows.stream().map(row -> figure((Object[]) row)).toList();
  }

  private static Figure figure(Object[] row) {
    return new Figure(
        (String) row[0],
        (String) row[1],
        ((Number) row[2]).longValue(),
        BigDecimal.valueOf(((Number) row[3]).doubleValue()),
        (@Nullable String) row[4],
        (@Nullable String) row[5]);
  }
}
