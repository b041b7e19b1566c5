package dev.webhookinbox.platform;

import java.util.Comparator;

/**
 * The name of a metric and its labels.
 *
 * @param labels as they stand between the braces; empty if there are none
 */
public record Series(String name, String labels) implements Comparable<Series> {

  private static final Comparator<Series> ORDER =
      Comparator.comparing(Series::name).thenComparing(Series::labels);

  /**
   * A series with labels.
   *
   * @param labels names and values in turn
   */
  public static Series of(String name, String... labels) {
    StringBuilder text = new StringBuilder();
    for (int at = 0; at < labels.length; at += 2) {
      text.append(at == 0 ? "" : ",").append(labels[at]).append("=\"");
      text.append(escaped(labels[at + 1])).append('"');
    }
    return new Series(name, text.toString());
  }

  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
  }

  @Override
  public int compareTo(Series other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return labels.isEmpty() ? name : name + "{" + labels + "}";
  }
}
