package dev.webhookinbox.crash;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.Outcome;
import jakarta.enterprise.context.ApplicationScoped;

/** Ends the process for the type {@code poison}, as a fault in native code would. */
@ApplicationScoped
@Handles(types = "*")
class PoisonHandler implements EventHandler {

  @Override
  public Outcome handle(Event event) {
    if (event.type().equals("poison")) {
      Runtime.getRuntime().halt(66);
    }
    return Outcome.done();
  }
}
