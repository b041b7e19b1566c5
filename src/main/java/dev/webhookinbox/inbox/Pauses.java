package dev.webhookinbox.inbox;

import dev.webhookinbox.platform.StartOrder;
import dev.webhookinbox.platform.Starting;
import dev.webhookinbox.platform.Ticks;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;

/**
 * What operators have paused: sources, which then take no delivery and start no job, and routes,
 * whose events are accepted and wait. Kept in the database, so a pause outlives restarts and holds
 * on all nodes, on each within {@link #REFRESH}. What runs already runs to its end. Thread-safe.
 */
@ApplicationScoped
public class Pauses {

  /** How old this node's knowledge is at the most while the database answers. */
  public static final Duration REFRESH = Duration.ofSeconds(3);

  private volatile boolean isKnown;
  private volatile Set<String> subjects = Set.of();

  @Inject PauseTable table;
  @Inject Ticks ticks;

  /** A source, as a subject of pauses. */
  public static String source(String name) {
    return "source:" + name;
  }

  /** A route, or a handler by its name, as a subject of pauses. */
  public static String route(String name) {
    return "route:" + name;
  }

  void start(@Observes @Priority(StartOrder.WORKER) Starting event) {
    ticks.soon(this::refresh);
    ticks.every(REFRESH, this::refresh);
  }

  /** Whether this is paused, as far as this node knows. */
  public boolean isPaused(String subject) {
    return subjects.contains(subject);
  }

  /** What is paused, as far as this node knows. */
  public Set<String> subjects() {
    return subjects;
  }

  /** Looks at once, in the caller's transaction or one of its own. */
  public void refresh() {
    subjects = table.subjects();
    isKnown = true;
  }

  /** False until the database was asked once: before that nothing should be begun. */
  public boolean isKnown() {
    return isKnown;
  }

  /**
   * Pauses, in the caller's transaction or one of its own.
   *
   * @param by who, for those who ask later
   * @return false if it was paused already
   */
  public boolean pause(String subject, String by, String reason) {
    return table.pause(subject, by, reason);
  }

  /**
   * Ends a pause, in the caller's transaction or one of its own. What waited is due again within a
   * few seconds.
   *
   * @return false if it was not paused
   */
  public boolean resume(String subject) {
    return table.resume(subject);
  }

  /**
   * Makes due again what waits for nothing that is paused any more.
   *
   * @return how many, a thousand of each at the most: ask again until none
   */
  public int release() {
    return table.release();
  }
}
