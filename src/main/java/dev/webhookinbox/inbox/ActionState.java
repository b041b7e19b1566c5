package dev.webhookinbox.inbox;

/** What a holder finds who asks for an action. */
public sealed interface ActionState {

  /** Nobody was at it: it is this holder's to call. */
  record Begun() implements ActionState {}

  /** Somebody was, and left no result: it is this holder's to find out. */
  record InDoubt() implements ActionState {}

  /** Another event's job is at it. */
  record Busy() implements ActionState {}

  /** An operator must decide. */
  record Undecided(String reason) implements ActionState {}

  record Done(String result) implements ActionState {}
}
