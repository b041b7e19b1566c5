package dev.webhookinbox.route;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Outcome;
import java.lang.System.Logger.Level;

/** Writes one line an event into the server's log: who and what, never the payload. */
final class LogRoute implements EventHandler {

  private static final System.Logger LOG = System.getLogger(LogRoute.class.getName());

  private final String name;

  LogRoute(String name) {
    this.name = name;
  }

  @Override
  public Outcome handle(Event event) {
    LOG.log(
        Level.INFO,
        "WHI-401 route={0} source={1} event={2} type={3} bytes={4,number,#} attempt={5,number,#}",
        name,
        event.source(),
        event.key(),
        event.type(),
        event.body().length,
        event.attempt());
    return Outcome.done();
  }
}
