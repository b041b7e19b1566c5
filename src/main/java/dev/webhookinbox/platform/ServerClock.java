package dev.webhookinbox.platform;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/**
 * The one clock of this node. It decides how old a signature may be, and nothing else: leases,
 * retries and order go by the database's time (P16).
 */
@Dependent
class ServerClock {

  @Produces
  static Clock clock() {
    return Clock.systemUTC();
  }
}
