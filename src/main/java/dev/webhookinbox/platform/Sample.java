package dev.webhookinbox.platform;

import java.math.BigDecimal;

/**
 * One value of a metric.
 *
 * @param type of the metric: counter, gauge or histogram
 */
public record Sample(Series series, String type, BigDecimal value) {

  public Sample(Series series, String type, long value) {
    this(series, type, BigDecimal.valueOf(value));
  }

  /** The name under which its type is told: all parts of a histogram are one metric. */
  public String family() {
    return type.equals("histogram")
        ? series.name().replaceFirst("_(bucket|sum|count)$", "")
        : series.name();
  }

  @Override
  public String toString() {
    return series + " " + value.toPlainString();
  }
}
