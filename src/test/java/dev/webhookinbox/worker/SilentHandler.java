package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Outcome;
import jakarta.enterprise.context.ApplicationScoped;

/** A mistake that a user can make: says nowhere which events it takes. */
@ApplicationScoped
class SilentHandler implements EventHandler {

  @Override
  public Outcome handle(Event event) {
    return Outcome.done();
  }
}
