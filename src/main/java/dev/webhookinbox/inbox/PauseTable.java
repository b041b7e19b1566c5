package dev.webhookinbox.inbox;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Set;

/** The pauses as all nodes see them. Joins the caller's transaction. */
@Dependent
@Transactional
class PauseTable {

  private static final String PAUSE =
      """
      INSERT INTO webhook_pauses (subject, paused_by, reason) VALUES (?1, ?2, ?3)
      ON CONFLICT DO NOTHING
      """;

  /**
   * What waits for nothing that is paused any more, in the order of acceptance. Each subject is one
   * probe of the index, however much waits for it.
   */
  static final String RESUME =
      """
      WITH RECURSIVE parked AS (
        (SELECT waits_for FROM webhook_jobs WHERE waits_for <> 'turn' ORDER BY waits_for LIMIT 1)
        UNION ALL
        SELECT next.waits_for
          FROM parked
         CROSS JOIN LATERAL (
               SELECT j.waits_for FROM webhook_jobs j
                WHERE j.waits_for <> 'turn' AND j.waits_for > parked.waits_for
                ORDER BY j.waits_for LIMIT 1) AS next),
      resumed AS MATERIALIZED (
        SELECT job.place, row_number() OVER (ORDER BY job.accepted_at) AS rank
          FROM parked
         CROSS JOIN LATERAL (
               SELECT j.ctid AS place, j.accepted_at
                 FROM webhook_jobs j
                WHERE j.waits_for <> 'turn' AND j.waits_for = parked.waits_for
                ORDER BY j.accepted_at
                LIMIT 1000) AS job
         WHERE parked.waits_for NOT IN (SELECT subject FROM webhook_pauses))
      UPDATE webhook_jobs j
         SET waits_for = NULL, next_attempt_at = now() + r.rank * interval '1 microsecond'
        FROM resumed r
       WHERE j.ctid = r.place AND j.waits_for <> 'turn'
      """;

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  boolean pause(String subject, String by, String reason) {
    return database
            .createNativeQuery(PAUSE)
            .setParameter(1, subject)
            .setParameter(2, by)
            .setParameter(3, KeptText.of(reason, SettleStatement.LONGEST_REASON))
            .executeUpdate()
        == 1;
  }

  boolean resume(String subject) {
    return database
            .createNativeQuery("DELETE FROM webhook_pauses WHERE subject = ?1")
            .setParameter(1, subject)
            .executeUpdate()
        == 1;
  }

  @SuppressWarnings("unchecked") // one text column
  Set<String> subjects() {
    List<String> subjects =
        database.createNativeQuery("SELECT subject FROM webhook_pauses").getResultList();
    return Set.copyOf(subjects);
  }

  int release() {
    return database.createNativeQuery(RESUME).executeUpdate();
  }
}
