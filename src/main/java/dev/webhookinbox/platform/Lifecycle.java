package dev.webhookinbox.platform;

import jakarta.enterprise.context.ApplicationScoped;

/** Whether the application is stopping. Thread-safe. */
@ApplicationScoped
public class Lifecycle {

  private volatile boolean stopping;

  /** From now on nothing new is taken: no delivery, no job (P15). */
  public void stop() {
    stopping = true;
  }

  public boolean isStopping() {
    return stopping;
  }
}
