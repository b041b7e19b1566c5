package dev.webhookinbox.signature;

/** What a provider's signature says about the body. */
public enum BodyBinding {
  /** Every byte of the body is signed. */
  RAW,
  /** Some fields are signed; the rest of the body is a hint, to be looked up before use. */
  FIELDS,
  /** Nothing of the body is signed: the sender only showed a secret, or nothing at all. */
  NONE
}
