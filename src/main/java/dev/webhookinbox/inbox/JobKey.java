package dev.webhookinbox.inbox;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;
import java.util.Objects;

/** The identity of an event as the database keeps it: the primary key of {@code webhook_jobs}. */
@Embeddable
public class JobKey implements Serializable {

  private static final long serialVersionUID = 1L;

  @Column(name = "provider")
  private String provider = "";

  @Column(name = "account_scope")
  private String accountScope = "";

  @Column(name = "event_id")
  private String eventId = "";

  /** For the persistence provider only. */
  protected JobKey() {}

  public JobKey(String provider, String accountScope, String eventId) {
    this.provider = provider;
    this.accountScope = accountScope;
    this.eventId = eventId;
  }

  public String provider() {
    return provider;
  }

  public String accountScope() {
    return accountScope;
  }

  public String eventId() {
    return eventId;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobKey key
        && provider.equals(key.provider)
        && accountScope.equals(key.accountScope)
        && eventId.equals(key.eventId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(provider, accountScope, eventId);
  }

  @Override
  public String toString() {
    return provider + "/" + accountScope + "/" + eventId;
  }
}
