package dev.webhookinbox.signature;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides whether a request is genuine. */
@FunctionalInterface
public interface Verification {

  /** What speaks against the request, as the verdict to give; empty if it is genuine. */
  Optional<Verdict> objection(Message message, Instant now);

  /** Genuine if one of them says so; else the last one's objection. */
  static Verification anyOf(List<? extends Verification> all) {
    return (message, now) -> {
      Optional<Verdict> objection = rejected("no signature is known");
      for (Verification each : all) {
        objection = each.objection(message, now);
        if (objection.isEmpty()) {
          return objection;
        }
      }
      return objection;
    };
  }

  /** This one if the header is there, else the other: no way down to a weaker scheme. */
  static Verification whereHeader(String header, Verification then, Verification otherwise) {
    return (message, now) ->
        (message.request().headers().all(header).isEmpty() ? otherwise : then)
            .objection(message, now);
  }

  static Optional<Verdict> rejected(String reason) {
    return Optional.of(new Verdict.Rejected(reason));
  }
}
