package dev.webhookinbox.platform;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What this node has counted and timed since its start, for Prometheus to read. Values of labels
 * are names of the configuration or words of ours, never a part of a request (P13), which also
 * bounds their number. Thread-safe.
 */
@ApplicationScoped
public class Meters {

  private final Map<Series, LongAdder> counters = new ConcurrentSkipListMap<>();
  private final Map<Series, Histogram> histograms = new ConcurrentSkipListMap<>();

  /** Made before the first job: a stopping server makes no bean any more. */
  void start(@Observes @Priority(StartOrder.SCHEMA) Starting event) {}

  /** Adds to a counter; adding nothing makes it appear with 0. */
  public void add(Series counter, long amount) {
    counters.computeIfAbsent(counter, any -> new LongAdder()).add(amount);
  }

  public void time(String histogram, Duration took) {
    histograms.computeIfAbsent(Series.of(histogram), any -> new Histogram()).add(took);
  }

  /** All of it, the parts of one metric together. */
  public List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    counters.forEach((series, value) -> samples.add(new Sample(series, "counter", value.sum())));
    histograms.forEach((series, histogram) -> samples.addAll(histogram.samples(series.name())));
    return samples;
  }
}
