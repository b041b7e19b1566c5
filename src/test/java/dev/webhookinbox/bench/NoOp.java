package dev.webhookinbox.bench;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.Outcome;
import jakarta.enterprise.context.ApplicationScoped;

/** Takes everything and does nothing: what is measured is the product. */
@ApplicationScoped
@Handles
class NoOp implements EventHandler {

  @Override
  public Outcome handle(Event event) {
    return Outcome.done();
  }
}
