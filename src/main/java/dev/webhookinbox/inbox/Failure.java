package dev.webhookinbox.inbox;

import org.jspecify.annotations.Nullable;

/**
 * Why an attempt failed, as it is kept with the attempt: scrubbed and bounded when it is written.
 *
 * @param reason for people
 * @param handler whose failure decided; null where no handler's did
 * @param errorClass of what was thrown; null if nothing was
 * @param detail more than fits a line, such as what a target answered
 */
public record Failure(
    String reason, @Nullable String handler, @Nullable String errorClass, @Nullable String detail) {

  /** Of no handler. */
  public static Failure of(String reason) {
    return new Failure(reason, null, null, null);
  }
}
