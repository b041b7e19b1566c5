package dev.webhookinbox.observability;

import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Sample;
import dev.webhookinbox.platform.Series;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Everything that is counted, as Prometheus reads it (text format 0.0.4). */
@ApplicationScoped
public class Metrics {

  /** The type of {@link #text}. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final System.Logger LOG = System.getLogger(Metrics.class.getName());
  private static final String JOBS = "inbox_jobs";
  private static final String AGE = "inbox_oldest_pending_age_seconds";
  private static final List<String> STATES = List.of("pending", "running", "done", "failed");

  @Inject Meters meters;
  @Inject QueueState queue;
  private List<String> sources = List.of();

  @Inject
  void configure(Settings settings) {
    sources = settings.list("inbox.sources");
  }

  /** A database that is away hides the queue's figures, never this node's own. */
  public String text() {
    List<Sample> samples = new ArrayList<>(meters.samples());
    try {
      samples.addAll(queued());
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "the queue's figures cannot be read", e);
    }
    StringBuilder text = new StringBuilder();
    String family = "";
    for (Sample sample : samples) {
      if (!sample.family().equals(family)) {
        family = sample.family();
        text.append("# TYPE ").append(family).append(' ').append(sample.type()).append('\n');
      }
      text.append(sample).append('\n');
    }
    return text.toString();
  }

  /** The numbers of jobs by source and state, as the metrics have them. */
  public Map<String, Map<String, Long>> jobs() {
    Map<String, Map<String, Long>> jobs = new TreeMap<>();
    for (QueueFigures.Figure figure : queue.now()) {
      jobs.computeIfAbsent(figure.source(), any -> new TreeMap<>())
          .put(figure.state(), figure.jobs());
    }
    return jobs;
  }

  /** How long the longest due of each source has been due, in seconds. */
  public Map<String, Long> oldestPendingSeconds() {
    Map<String, Long> ages = new TreeMap<>();
    queue.now().forEach(it -> ages.merge(it.source(), it.ageSeconds().longValue(), Math::max));
    return ages;
  }

  private List<Sample> queued() {
    Map<Series, Sample> gauges = new TreeMap<>();
    for (String source : sources) {
      STATES.forEach(state -> put(gauges, jobs(source, state), BigDecimal.ZERO));
      put(gauges, age(source), BigDecimal.ZERO);
    }
    for (QueueFigures.Figure figure : queue.now()) {
      put(gauges, jobs(figure.source(), figure.state()), BigDecimal.valueOf(figure.jobs()));
      if (figure.state().equals("pending")) {
        put(gauges, age(figure.source()), figure.ageSeconds());
      }
    }
    return List.copyOf(gauges.values());
  }

  private static Series jobs(String source, String state) {
    return Series.of(JOBS, "source", source, "state", state);
  }

  private static Series age(String source) {
    return Series.of(AGE, "source", source);
  }

  private static void put(Map<Series, Sample> gauges, Series series, BigDecimal value) {
    gauges.put(series, new Sample(series, "gauge", value));
  }
}
