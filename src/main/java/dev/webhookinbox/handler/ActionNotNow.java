package dev.webhookinbox.handler;

/** A guarded action gives no result to this attempt; a handler lets this pass. */
public final class ActionNotNow extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean undecided;

  private ActionNotNow(String message, boolean undecided) {
    super(message);
    this.undecided = undecided;
  }

  /** Another event is at the same action: come back later. */
  public static ActionNotNow busy(String operationKey) {
    return new ActionNotNow("another event is at the action " + operationKey, false);
  }

  /** An operator must say whether the action took place. */
  public static ActionNotNow undecided(String operationKey, String reason) {
    return new ActionNotNow(
        "needs a decision whether the action " + operationKey + " took place: " + reason, true);
  }

  public boolean isUndecided() {
    return undecided;
  }
}
