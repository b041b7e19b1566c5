package dev.webhookinbox.operations;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import org.jspecify.annotations.Nullable;

/**
 * Takes payloads away at once and keeps the identities, so that a redelivery stays a duplicate. One
 * call is one transaction together with its audit.
 *
 * <p>A delivery's bytes go whole: other events that came in them lose them too, and end as {@code
 * failed}, {@code payload-gone} unless they had ended. An attempt that runs keeps what it has read,
 * and may still record how it ended.
 */
@Dependent
@Transactional(REQUIRES_NEW)
class Erasure {

  @PersistenceContext(unitName = "inbox-accept")
  EntityManager database;

  /**
   * What one call came to.
   *
   * @param last the id that the next call of {@link #ofAccount} goes on behind; null at the end
   */
  record Erased(long events, long payloads, @Nullable String last) {}

  /** Erases one event; of an unknown one nothing. */
  Erased event(EventRef ref, String operator, String reason) {
    return erase(ErasureSql.EVENT, ref, operator, reason);
  }

  /** Erases some hundreds of an account's events, behind the id of {@code ref}. */
  Erased ofAccount(EventRef ref, String operator, String reason) {
    return erase(ErasureSql.OF_ACCOUNT, ref, operator, reason);
  }

  private Erased erase(String sql, EventRef ref, String operator, String reason) {
    Object[] row =
        (Object[])
            ref.on(database.createNativeQuery(sql))
                .setParameter(4, operator)
                .setParameter(5, reason)
                .getSingleResult();
    return new Erased(EventRow.number(row[0]), EventRow.number(row[1]), (@Nullable String) row[2]);
  }
}
