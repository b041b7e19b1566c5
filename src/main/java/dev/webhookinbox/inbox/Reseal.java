package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings kept bodies under the active key, after a rotation or when encryption begins or ends: one
 * portion in a short transaction, on one node at a time. A body is in memory one at a time.
 */
@Dependent
@Transactional(REQUIRES_NEW)
public class Reseal {

  private static final System.Logger LOG = System.getLogger(Reseal.class.getName());

  private static final String ALONE = "SELECT CAST(pg_try_advisory_xact_lock(7270013) AS text)";

  /** The names of keys, which are narrow; bodies only of those that are under another. */
  private static final String PORTION =
      """
      SELECT delivery_id, CASE WHEN coalesce(key_id, '') = ?2 THEN 0 ELSE 1 END
        FROM webhook_bodies
       WHERE delivery_id > CAST(?1 AS bigint)
       ORDER BY delivery_id
       LIMIT 200
      """;

  private static final String ONE =
      """
      SELECT body, key_id, body_sha256
        FROM webhook_bodies
       WHERE delivery_id = ?1
         FOR UPDATE SKIP LOCKED
      """;

  private static final String CHANGE =
      """
      UPDATE webhook_bodies
         SET body = CAST(?2 AS bytea), key_id = NULLIF(?3, ''), body_sha256 = CAST(?4 AS bytea)
       WHERE delivery_id = ?1
      """;

  @PersistenceContext(unitName = "inbox-work")
  EntityManager database;

  @Inject BodyStore bodies;

  /**
   * What one portion came to.
   *
   * @param left how many could not be read, or were in use
   * @param next where the next portion begins; absent if there is none
   */
  public record Portion(long sealed, long left, Optional<String> next) {}

  /** Whether there is a key at all, so that there can be anything to do. */
  public boolean isNeeded() {
    return bodies.hasKeys();
  }

  /** Goes on behind {@code after}; {@code "0"} is the beginning. */
  public Portion portion(String after) {
    if (!database.createNativeQuery(ALONE).getSingleResult().equals("true")) {
      return new Portion(0, 1, Optional.empty());
    }
    List<?> rows =
        database
            .createNativeQuery(PORTION)
            .setParameter(1, after)
            .setParameter(2, bodies.activeKey())
            .getResultList();
    long sealed = 0;
    long left = 0;
    String last = "";
    for (Object row : rows) {
      Object[] columns = (Object[]) row;
      last = columns[0].toString();
      if (((Number) columns[1]).intValue() == 1) {
        boolean done = sealed(((Number) columns[0]).longValue());
        sealed += done ? 1 : 0;
        left += done ? 0 : 1;
      }
    }
    return new Portion(sealed, left, Optional.of(last).filter(place -> !place.isEmpty()));
  }

  private boolean sealed(long delivery) {
    List<?> found = database.createNativeQuery(ONE).setParameter(1, delivery).getResultList();
    return !found.isEmpty() && sealed(delivery, (Object[]) found.get(0));
  }

  private boolean sealed(long delivery, Object[] row) {
    byte[] bytes = (byte[]) row[0];
    byte[] sha256 = row[2] == null ? Fingerprint.of(bytes) : (byte[]) row[2];
    try {
      byte[] plain = bodies.open(bytes, (@Nullable String) row[1], sha256);
      database
          .createNativeQuery(CHANGE)
          .setParameter(1, delivery)
          .setParameter(2, bodies.seal(plain, sha256))
          .setParameter(3, bodies.activeKey())
          .setParameter(4, sha256)
          .executeUpdate();
      return true;
    } catch (BodyUnreadable e) {
      LOG.log(Level.DEBUG, "delivery {0}: {1}", delivery, e.getMessage());
      return false;
    }
  }
}
