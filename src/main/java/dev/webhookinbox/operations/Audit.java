package dev.webhookinbox.operations;

import jakarta.persistence.EntityManager;

/** What operators did to no single event; in the transaction of the action itself. */
final class Audit {

  private static final String RECORD =
      "INSERT INTO webhook_audit (operator, action, reason, detail) VALUES (?1, ?2, ?3, ?4)";

  static void record(EntityManager database, String action, Deed deed, String detail) {
    database
        .createNativeQuery(RECORD)
        .setParameter(1, deed.operator())
        .setParameter(2, action)
        .setParameter(3, deed.reason())
        .setParameter(4, detail)
        .executeUpdate();
  }

  private Audit() {}
}
