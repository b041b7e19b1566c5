package dev.webhookinbox.inbox;

/** Why an encrypted body cannot be read now. Its message names the key, and nothing of the body. */
public final class BodyUnreadable extends Exception {

  private static final long serialVersionUID = 1L;

  BodyUnreadable(String message) {
    super(message);
  }
}
