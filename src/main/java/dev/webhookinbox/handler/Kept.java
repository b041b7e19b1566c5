package dev.webhookinbox.handler;

/** How much of what was received an event's body is: {@code inbox.source.<name>.store}. */
public enum Kept {

  /** The exact bytes. */
  ALL,

  /** A JSON document in UTF-8 with some of the fields; not the bytes that were signed. */
  FIELDS,

  /** Nothing: the body is empty, and only the digest is known. */
  HASH
}
