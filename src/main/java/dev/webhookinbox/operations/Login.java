package dev.webhookinbox.operations;

/** What became of an attempt to log in. */
sealed interface Login {

  record Welcome(Operator operator) implements Login {}

  /** No such user, or another password: nobody learns which. */
  record Unknown() implements Login {}

  /** Not even looked at. */
  record TooSoon(int seconds) implements Login {}
}
