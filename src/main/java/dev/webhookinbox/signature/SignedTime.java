package dev.webhookinbox.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The time that a request says it was signed at, and how far that may be from now, both ways. */
public record SignedTime(HeaderPart place, TimeForm form, Duration tolerance) {

  Optional<Verdict> objection(RawRequest request, Instant now) {
    Optional<Instant> time = Texts.single(place, request).flatMap(form::read);
    if (time.isEmpty()) {
      return Verification.rejected("timestamp absent or malformed");
    }
    return Duration.between(time.get(), now).abs().compareTo(tolerance) > 0
        ? Verification.rejected("timestamp outside the tolerance")
        : Optional.empty();
  }
}
