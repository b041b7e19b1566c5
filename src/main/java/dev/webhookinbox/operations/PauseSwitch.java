package dev.webhookinbox.operations;

import dev.webhookinbox.inbox.Pauses;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.ws.rs.core.Response;

/** Pauses and resumes what the path names; on this node at once, on others within seconds. */
@Dependent
class PauseSwitch {

  @Inject Pausing pausing;
  @Inject Pauses pauses;

  Response pause(String subject, boolean isKnown, Deed deed) {
    if (!isKnown) {
      return unknown();
    }
    return pausing.pause(subject, deed)
        ? changed(true)
        : Problem.of(409, "Conflict", "It is paused already.").build();
  }

  /** Also of what has gone from the configuration since. */
  Response resume(String subject, boolean isKnown, Deed deed) {
    if (pausing.resume(subject, deed)) {
      return changed(false);
    }
    return isKnown ? Problem.of(409, "Conflict", "It is not paused.").build() : unknown();
  }

  private Response changed(boolean isPaused) {
    pauses.refresh();
    return Response.ok(Json.createObjectBuilder().add("paused", isPaused).build().toString())
        .build();
  }

  private static Response unknown() {
    return Problem.of(404, "Not found", "There is nothing of this name.").build();
  }
}
