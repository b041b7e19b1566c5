package dev.webhookinbox.inbox;

import static jakarta.transaction.Transactional.TxType.REQUIRES_NEW;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Gives ordered events their turns, one of a key at a time (P11). An ordered event is stored
 * waiting, and is due from its turn on. Whoever ends or stores one says so with {@link #promote};
 * what nobody said is found by {@link #waiting}. Each method is a transaction of its own.
 */
@Dependent
@Transactional(REQUIRES_NEW)
public class Lanes {

  /** The most lanes that {@link #waiting} tells at a time. */
  public static final int PORTION = 500;

  @PersistenceContext(unitName = "inbox-claim")
  EntityManager database;

  /**
   * A lane in which something waits.
   *
   * @param isFree whether nothing stands before it
   */
  public record Waiting(Lane lane, boolean isFree) {}

  /**
   * Makes the first of each of these lanes due where nothing stands before it.
   *
   * @return how many
   */
  public int promote(Collection<Lane> lanes) {
    with(lanes, LaneSql.LOCK).getSingleResult();
    return with(lanes, LaneSql.PROMOTE).executeUpdate();
  }

  /**
   * Lanes in which something waits, in their order.
   *
   * @param after the last of a former answer, or {@link Lane#START}
   * @return a few hundred at the most
   */
  public List<Waiting> waiting(Lane after) {
    List<?> rows =
        database
            .createNativeQuery(LaneSql.WAITING)
            .setParameter(1, after.provider())
            .setParameter(2, after.accountScope())
            .setParameter(3, after.orderKey())
            .getResultList();
    return rows.stream().map(row -> waiting((Object[]) row)).toList();
  }

  private static Waiting waiting(Object[] row) {
    Lane lane = new Lane((String) row[0], (String) row[1], (String) row[2]);
    return new Waiting(lane, ((Number) row[3]).intValue() == 1);
  }

  private Query with(Collection<Lane> lanes, String sql) {
    return database
        .createNativeQuery(sql)
        .setParameter(1, column(lanes, Lane::provider))
        .setParameter(2, column(lanes, Lane::accountScope))
        .setParameter(3, column(lanes, Lane::orderKey));
  }

  private static String[] column(Collection<Lane> lanes, Function<Lane, String> of) {
    return lanes.stream().map(of).toArray(String[]::new);
  }
}
