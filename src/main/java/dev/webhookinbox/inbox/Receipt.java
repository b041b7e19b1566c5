package dev.webhookinbox.inbox;

/** What became of a delivery that is stored. */
public enum Receipt {
  /** At least one of its events is new; all of them are stored. */
  ACCEPTED,
  /** Every one of its events was stored before: no new job. */
  DUPLICATE,
  /** The signed bytes of an earlier event under another, unsigned id: counted there, not run. */
  REPLAY
}
