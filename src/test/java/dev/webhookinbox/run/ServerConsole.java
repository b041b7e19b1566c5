package dev.webhookinbox.run;

import dev.webhookinbox.fixture.DeploymentFault;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Shows what the server prints, up to the line with which Webhook Inbox says why it cannot start:
 * that is shown at the end, alone, and not the traces that servers add to it.
 */
final class ServerConsole implements Consumer<String> {

  private volatile Optional<String> fault = Optional.empty();
  private boolean silent;

  @Override
  public void accept(String line) {
    Optional<String> found = DeploymentFault.in(line);
    silent |= found.filter(line::endsWith).isPresent();
    if (!silent) {
      System.out.println(line);
    }
    if (fault.isEmpty()) {
      fault = found;
    }
  }

  Optional<String> fault() {
    return fault;
  }
}
