package dev.webhookinbox.operations;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import dev.webhookinbox.inbox.Pauses;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pauses and their ends, each in one transaction with its audit. */
@Dependent
@Transactional(REQUIRES_NEW)
class Pausing {

  private static final String ALL =
      "SELECT subject, CAST(extract(epoch FROM paused_at) * 1000000 AS bigint), paused_by, reason"
          + " FROM webhook_pauses";

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  @Inject Pauses pauses;

  /** By subject: since when, by whom, why. */
  @SuppressWarnings("unchecked") // several columns
  Map<String, JsonObject> all() {
    Map<String, JsonObject> all = new HashMap<>();
    List<Object[]> rows = database.createNativeQuery(ALL).getResultList();
    for (Object[] row : rows) {
      all.put(
          (String) row[0],
          Json.createObjectBuilder()
              .add("at", EventRow.instant(EventRow.number(row[1])))
              .add("by", (String) row[2])
              .add("reason", (String) row[3])
              .build());
    }
    return all;
  }

  /** False if it was paused already. */
  boolean pause(String subject, Deed deed) {
    boolean changed = pauses.pause(subject, deed.operator(), deed.reason());
    if (changed) {
      Audit.record(database, "pause", deed, subject);
    }
    return changed;
  }

  /** False if it was not paused. */
  boolean resume(String subject, Deed deed) {
    boolean changed = pauses.resume(subject);
    if (changed) {
      Audit.record(database, "resume", deed, subject);
    }
    return changed;
  }

  /** A test event is to be sent: told before, so that none is sent untold. */
  void test(String source, String id, Deed deed) {
    Audit.record(database, "test-event", deed, source + ": " + id);
  }
}
