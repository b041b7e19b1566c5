package dev.webhookinbox.crash;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.Handles;
import dev.webhookinbox.handler.Outcome;
import jakarta.enterprise.context.ApplicationScoped;

/** Ends the process for the type {@code poison}, as a fault in native code would; else is slow. */
@ApplicationScoped
@Handles(types = "*")
class PoisonHandler implements EventHandler {

  @Override
  public Outcome handle(Event event) throws InterruptedException {
    if (event.type().equals("poison")) {
      Thread.sleep(300); // until all beside it have begun
      Runtime.getRuntime().halt(66);
    }
    Thread.sleep(1_000);
    return Outcome.done();
  }
}
