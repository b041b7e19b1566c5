package dev.webhookinbox.inbox;

/**
 * An action of which an operator must say whether it took place.
 *
 * @param eventId of the event that asked last
 */
public record UndecidedAction(ActionKey key, String eventId, String reason) {}
