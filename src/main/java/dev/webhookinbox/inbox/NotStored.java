package dev.webhookinbox.inbox;

/**
 * The delivery is not stored, or it could not be confirmed that it is. The sender must hear "try
 * again": a redelivery is safe in either case (P5).
 */
public class NotStored extends Exception {

  private static final long serialVersionUID = 1L;

  NotStored(String message, Throwable cause) {
    super(message, cause);
  }
}
