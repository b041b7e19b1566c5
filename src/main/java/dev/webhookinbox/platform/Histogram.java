package dev.webhookinbox.platform;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Times by how long they were, from a millisecond to an hour. Thread-safe. */
final class Histogram {

  private static final List<BigDecimal> BOUNDS =
      Stream.of(
              "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5",
              "5", "10", "30", "60", "300", "900", "3600")
          .map(BigDecimal::new)
          .toList();
  private static final int NANO_DIGITS = 9;

  private final List<LongAdder> buckets =
      Stream.generate(LongAdder::new).limit(BOUNDS.size() + 1).toList();
  private final LongAdder nanos = new LongAdder();

  void add(Duration took) {
    BigDecimal seconds = BigDecimal.valueOf(took.toNanos(), NANO_DIGITS);
    int at = 0;
    while (at < BOUNDS.size() && seconds.compareTo(BOUNDS.get(at)) > 0) {
      at++;
    }
    buckets.get(at).increment();
    nanos.add(took.toNanos());
  }

  /** Each bucket holds those before it too; the last, of all, is also the count. */
  List<Sample> samples(String name) {
    List<Sample> samples = new ArrayList<>();
    long sum = 0;
    for (int at = 0; at < buckets.size(); at++) {
      sum += buckets.get(at).sum();
      String bound = at < BOUNDS.size() ? BOUNDS.get(at).toPlainString() : "+Inf";
      samples.add(new Sample(Series.of(name + "_bucket", "le", bound), "histogram", sum));
    }
    BigDecimal seconds = BigDecimal.valueOf(nanos.sum(), NANO_DIGITS);
    samples.add(new Sample(Series.of(name + "_sum"), "histogram", seconds));
    samples.add(new Sample(Series.of(name + "_count"), "histogram", sum));
    return samples;
  }
}
