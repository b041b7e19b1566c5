package dev.webhookinbox.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A plan of PostgreSQL's, of a statement that was executed and rolled back. */
public record Explained(String plan) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\?(\\d+)");
  private static final Pattern BUFFERS = Pattern.compile("Buffers: shared hit=(\\d+)");

  /** Past the five executions after which the planner settles for a plan. */
  private static final int WARM = 7;

  /**
   * Executes a statement of the product's until it is warm.
   *
   * @param connection without auto-commit
   * @param mode of {@code plan_cache_mode}
   * @param values of its numbered placeholders
   */
  public static Explained warm(Connection connection, String sql, String mode, Object... values)
      throws SQLException {
    List<Object> ordered = new ArrayList<>();
    Matcher placeholder = PLACEHOLDER.matcher(sql);
    while (placeholder.find()) {
      ordered.add(values[Integer.parseInt(placeholder.group(1)) - 1]);
    }
    try (Statement statement = connection.createStatement();
        PreparedStatement prepared =
            connection.prepareStatement(
                "EXPLAIN (ANALYZE, BUFFERS) " + placeholder.replaceAll("?"))) {
      statement.execute("SET plan_cache_mode = " + mode);
      connection.commit();
      prepared.unwrap(org.postgresql.PGStatement.class).setPrepareThreshold(1);
      for (int at = 0; at < ordered.size(); at++) {
        prepared.setObject(at + 1, ordered.get(at));
      }
      Explained last = once(prepared);
      for (int times = 1; times < WARM; times++) {
        connection.rollback();
        last = once(prepared);
      }
      connection.rollback();
      return last;
    }
  }

  private static Explained once(PreparedStatement prepared) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (ResultSet lines = prepared.executeQuery()) {
      while (lines.next()) {
        plan.append(lines.getString(1)).append('\n');
      }
    }
    return new Explained(plan.toString());
  }

  /** Pages touched by the whole statement: the first figure counts all below it. */
  public int buffers() {
    Matcher figure = BUFFERS.matcher(plan);
    if (!figure.find()) {
      throw new IllegalStateException("a plan without buffers:\n" + plan);
    }
    return Integer.parseInt(figure.group(1));
  }
}
