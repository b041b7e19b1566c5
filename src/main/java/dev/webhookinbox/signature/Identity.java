package dev.webhookinbox.signature;

import java.util.Optional;

/**
 * Which place of a message is what: the id, the type, the object, the order, the time. Built up
 * from {@link #signed} or {@link #unsigned}; what is not named stays empty.
 */
public record Identity(
    Field id, boolean idSigned, Field type, Field object, Field order, Field time, Field signal) {

  /** An id that the signature covers. */
  public static Identity signed(Field id) {
    return of(id, true);
  }

  /** An id that anybody who replays a captured request can change. */
  public static Identity unsigned(Field id) {
    return of(id, false);
  }

  private static Identity of(Field id, boolean isSigned) {
    Field none = Field.none();
    return new Identity(id, isSigned, none, none, none, none, none);
  }

  public Identity type(Field place) {
    return new Identity(id, idSigned, place, object, order, time, signal);
  }

  public Identity object(Field place) {
    return new Identity(id, idSigned, type, place, order, time, signal);
  }

  public Identity order(Field place) {
    return new Identity(id, idSigned, type, object, place, time, signal);
  }

  public Identity time(Field place) {
    return new Identity(id, idSigned, type, object, order, place, signal);
  }

  /** Where this place holds something, the message is a signal and no event. */
  public Identity signalWhere(Field place) {
    return new Identity(id, idSigned, type, object, order, time, place);
  }

  /** The event of a message; absent if it has no id. */
  public Optional<VerifiedEvent> of(Message message, AccountScope account) {
    return id.in(message)
        .filter(text -> !text.isBlank())
        .map(
            text ->
                new VerifiedEvent(
                    text,
                    account.of(message),
                    type.in(message).orElse(""),
                    object.in(message).orElse(null),
                    order.in(message).orElse(null),
                    time.in(message).flatMap(TimeForm.ANY::read).orElse(null),
                    idSigned,
                    signal.in(message).isPresent()));
  }
}
