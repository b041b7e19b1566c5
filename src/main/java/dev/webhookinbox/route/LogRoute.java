package dev.webhookinbox.route;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.platform.LogLine;
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
        LogLine.of("WHI-401")
            .with("route", name)
            .with("source", event.source())
            .with("event", event.key())
            .with("type", event.type())
            .with("bytes", event.body().length)
            .with("attempt", event.attempt())
            .with("traceparent", event.traceparent()));
    return Outcome.done();
  }
}
