package dev.webhookinbox.inbox;

import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.lang.System.Logger.Level;

/** Stops the deployment if the tables are not there: a server that cannot store takes no hook. */
@ApplicationScoped
class SchemaCheck {

  private static final System.Logger LOG = System.getLogger(SchemaCheck.class.getName());

  /** Names the newest of everything; reads nothing. */
  private static final String NEWEST =
      """
      SELECT j.given_up, b.kept, p.done_at, a.decided_why, t.part, u.reason, e.payload, s.last_value
        FROM webhook_jobs j, webhook_bodies b, webhook_progress p, webhook_actions a,
             webhook_attempts t, webhook_audit u, webhook_events e, webhook_delivery_id s
       LIMIT 0
      """;

  @PersistenceContext(unitName = "inbox-work")
  EntityManager database;

  void check(@Observes @Priority(StartOrder.SCHEMA + 1) Starting event) {
    try {
      database.createNativeQuery(NEWEST).getResultList();
    } catch (PersistenceException e) {
      String message =
          "Webhook Inbox cannot start: the database lacks its tables, or they are of another version,"
              + " or this user may not read them: apply db/migration, or leave inbox.schema.migrate"
              + " at true";
      LOG.log(Level.ERROR, message);
      throw new IllegalStateException(message, e);
    }
  }
}
