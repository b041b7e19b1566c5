package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time that a request says it was signed at, and how far that may be from now, both ways. The
 * place must be among the signed parts.
 */
public record SignedTime(Field place, TimeForm form, Duration tolerance) implements Verification {

  @Override
  public Optional<Verdict> objection(Message message, Instant now) {
    Optional<Instant> time = place.in(message).flatMap(form::read);
    if (time.isEmpty()) {
      return Verification.rejected("timestamp absent or malformed");
    }
    return Duration.between(time.get(), now).abs().compareTo(tolerance) > 0
        ? Verification.rejected("timestamp outside the tolerance")
        : Optional.empty();
  }
}
