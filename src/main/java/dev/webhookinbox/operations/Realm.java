package dev.webhookinbox.operations;

import java.util.Optional;

/** Who has which password and which role. */
interface Realm {

  /** Whether anybody at all can come in. */
  default boolean isEmpty() {
    return false;
  }

  /** Whether the server knows by itself who it is, or how to ask. */
  default boolean isOfServer() {
    return false;
  }

  /** Whom the server has signed on. */
  default Optional<Operator> present() {
    return Optional.empty();
  }

  /** The user whose password this is; takes as long for a name that nobody has. */
  Optional<Operator> find(Credentials credentials);
}
