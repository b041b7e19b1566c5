package dev.webhookinbox.inbox;

import jakarta.persistence.Column;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code webhook_jobs}, for reading. Every change of a job is one SQL statement of {@link
 * Acceptance} or {@link Queue}, because a change must carry its condition with it.
 */
@Entity
@Table(name = "webhook_jobs")
public class Job {

  @EmbeddedId private JobKey key = new JobKey();

  @Column(name = "source", updatable = false)
  private String source = "";

  @Column(name = "event_type", updatable = false)
  private String eventType = "";

  @Column(name = "state", updatable = false)
  private String state = "";

  @Column(name = "attempts", updatable = false)
  private int attempts;

  @Column(name = "outcome", updatable = false)
  private @Nullable String outcome;

  @Column(name = "last_error", updatable = false)
  private @Nullable String lastError;

  /** For the persistence provider only. */
  protected Job() {}

  public JobKey key() {
    return key;
  }

  public String source() {
    return source;
  }

  public String eventType() {
    return eventType;
  }

  /** One of {@code pending}, {@code running}, {@code done}, {@code failed}. */
  public String state() {
    return state;
  }

  public int attempts() {
    return attempts;
  }

  /** How it ended; null while it has not. */
  public @Nullable String outcome() {
    return outcome;
  }

  /** Why the last failed attempt failed; null if none did. */
  public @Nullable String lastError() {
    return lastError;
  }
}
