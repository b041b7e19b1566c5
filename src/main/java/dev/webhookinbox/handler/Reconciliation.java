package dev.webhookinbox.handler;

import java.util.Objects;

/** What could be found out about an action that was begun and has no result. */
public sealed interface Reconciliation {

  /** It took place, with this result. */
  record Happened(String result) implements Reconciliation {
    public Happened {
      Objects.requireNonNull(result);
    }
  }

  /** It did not, or the other system honours the operation key: it is called again. */
  record CallAgain() implements Reconciliation {}

  /** Nobody can tell: the job ends as {@code failed} and an operator decides. */
  record Unknown(String reason) implements Reconciliation {
    public Unknown {
      Objects.requireNonNull(reason);
    }
  }

  static Reconciliation happened(String result) {
    return new Happened(result);
  }

  static Reconciliation callAgain() {
    return new CallAgain();
  }

  static Reconciliation unknown(String reason) {
    return new Unknown(reason);
  }
}
