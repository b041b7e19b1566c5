package dev.webhookinbox.signature;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Decides whether a request is genuine. */
@FunctionalInterface
public interface Verification {

  /** No signature of the kind that is looked for. */
  String NO_SIGNATURE = "signature header malformed";

  /** A signature of that kind, made with another secret or over something else. */
  String NO_MATCH = "no signature matches";

  /** What speaks against the request, as the verdict to give; empty if it is genuine. */
  Optional<Verdict> objection(Message message, Instant now);

  /**
   * Genuine if one of them says so; else the objection of the first that came furthest, because
   * that is the one which the sender meant: past a signature of its kind, past one that matches.
   */
  static Verification anyOf(List<? extends Verification> all) {
    return (message, now) -> {
      Optional<Verdict> furthest = rejected(NO_SIGNATURE);
      for (Verification each : all) {
        Optional<Verdict> objection = each.objection(message, now);
        if (objection.isEmpty()) {
          return objection;
        }
        furthest = depth(objection) > depth(furthest) ? objection : furthest;
      }
      return furthest;
    };
  }

  private static int depth(Optional<Verdict> objection) {
    if (objection.equals(rejected(NO_SIGNATURE))) {
      return 0;
    }
    return objection.equals(rejected(NO_MATCH)) ? 1 : 2;
  }

  /** This one if the header is there, else the other: no way down to a weaker scheme. */
  static Verification whereHeader(String header, Verification then, Verification otherwise) {
    return (message, now) ->
        (message.request().headers().all(header).isEmpty() ? otherwise : then)
            .objection(message, now);
  }

  /** Genuine if each of the items is, and there is one. */
  static Verification ofEach(Function<Document, Optional<List<Document>>> items, Verification one) {
    return (message, now) -> {
      List<Document> all = message.document().flatMap(items).orElse(List.of());
      return all.isEmpty()
          ? rejected("signature absent")
          : all.stream()
              .flatMap(item -> one.objection(message.with(item), now).stream())
              .findFirst();
    };
  }

  static Optional<Verdict> rejected(String reason) {
    return Optional.of(new Verdict.Rejected(reason));
  }
}
