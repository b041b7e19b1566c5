package dev.webhookinbox.worker;

/** Carries what a call came to out of a transaction that it rolls back. */
final class NotDone extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Called called;

  private NotDone(Called called) {
    super(null, null, false, false);
    this.called = called;
  }

  static void unlessDone(Called called) {
    if (!called.isDone()) {
      throw new NotDone(called);
    }
  }

  Called called() {
    return called;
  }
}
