package dev.webhookinbox.observability;

import dev.webhookinbox.platform.Meters;
import dev.webhookinbox.platform.Settings;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Everything that is counted, as Prometheus reads it (text format 0.0.4). */
@ApplicationScoped
public class Metrics {

  /** The type of {@link #text}. */
  public static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final System.Logger LOG = System.getLogger(Metrics.class.getName());
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
    List<Row<?>> jobs = new ArrayList<>();
    List<Row<?>> ages = new ArrayList<>();
    try {
      List<QueueFigures.Figure> figures = queue.now();
      sources(figures)
          .forEach(
              source -> {
                STATES.forEach(state -> jobs.add(jobs(source, state, figures)));
                ages.add(age(source, figures));
              });
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "the queue's figures cannot be read", e);
    }
    meters.gauges("inbox_jobs").register(jobs, true);
    meters.gauges("inbox_oldest_pending_age_seconds").register(ages, true);
    return meters.text();
  }

  /** The numbers of jobs by source and state, as the metrics have them. */
  public Map<String, Map<String, Long>> jobs() {
    Map<String, Map<String, Long>> jobs = new TreeMap<>();
    for (QueueFigures.Figure figure : queue.now()) {
      jobs.computeIfAbsent(figure.source(), any -> new TreeMap<>())
          .merge(figure.state(), figure.jobs(), Long::sum);
    }
    return jobs;
  }

  /** Says of which events it is told. */
  @FunctionalInterface
  public interface Selection {
    boolean takes(String source, String provider, String type);
  }

  /** The numbers of jobs that are not done, of such events, by state; rare types are left out. */
  public Map<String, Long> unfinished(Selection selection) {
    Map<String, Long> jobs = new TreeMap<>();
    for (QueueFigures.Figure it : queue.now()) {
      if (it.provider() != null
          && it.type() != null
          && selection.takes(it.source(), it.provider(), it.type())) {
        jobs.merge(it.state(), it.jobs(), Long::sum);
      }
    }
    return jobs;
  }

  /** How long the longest due of each source has been due, in seconds. */
  public Map<String, Long> oldestPendingSeconds() {
    Map<String, Long> ages = new TreeMap<>();
    queue.now().forEach(it -> ages.merge(it.source(), it.ageSeconds().longValue(), Math::max));
    return ages;
  }

  /** Those of the configuration, and those that have events from before it. */
  private Set<String> sources(List<QueueFigures.Figure> figures) {
    Set<String> all = new TreeSet<>(sources);
    figures.forEach(figure -> all.add(figure.source()));
    return all;
  }

  private static Row<?> jobs(String source, String state, List<QueueFigures.Figure> figures) {
    long jobs = of(source, state, figures).mapToLong(QueueFigures.Figure::jobs).sum();
    return Row.of(Tags.of("source", source, "state", state), jobs);
  }

  private static Row<?> age(String source, List<QueueFigures.Figure> figures) {
    double seconds =
        of(source, "pending", figures)
            .mapToDouble(it -> it.ageSeconds().doubleValue())
            .max()
            .orElse(0);
    return Row.of(Tags.of("source", source), seconds);
  }

  private static Stream<QueueFigures.Figure> of(
      String source, String state, List<QueueFigures.Figure> figures) {
    return figures.stream()
        .filter(figure -> figure.source().equals(source) && figure.state().equals(state));
  }
}
