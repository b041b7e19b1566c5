package dev.webhookinbox.handler;

import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/**
 * Says which events an {@link EventHandler} takes.
 *
 * <pre>{@code
 * @Handles(provider = "stripe", types = {"invoice.paid", "charge.*"})
 * }</pre>
 */
@Documented
@Retention(RUNTIME)
@Target(TYPE)
public @interface Handles {

  /** The provider's profile name as in {@code inbox.source.*.provider}; {@code *} for any. */
  String provider() default "*";

  /** Event types: exact, a prefix that ends in {@code *}, or {@code *} for any, the default. */
  String[] types() default "*";

  /**
   * How long one call may run, as an ISO-8601 duration; the default is {@code
   * inbox.worker.max-run}. A call that runs longer is interrupted, and its attempt fails.
   */
  String maxRun() default "";

  /**
   * By what events are handled in order, one of a key at a time: {@code object}, or a JSON pointer
   * into the body; the default is no order. See {@link Ordering}.
   */
  String orderBy() default "";

  /** In which order: {@code accepted}, {@code provider}, or a JSON pointer to a version. */
  String order() default "accepted";

  /**
   * What a failed event does to those of its key that come after it: {@code block} or {@code pass}.
   */
  String orderFailed() default "block";

  /** How often an event is tried in all; the default, 0, is {@code inbox.retry.max-attempts}. */
  int maxAttempts() default 0;

  /** The longest first wait, ISO-8601; the default is {@code inbox.retry.base}. */
  String retryBase() default "";

  /** The longest wait of all; the default is {@code inbox.retry.max-delay}. */
  String retryMaxDelay() default "";

  /** How long after its first attempt an event is tried again at the latest. */
  String retryMaxAge() default "";

  /** How many calls run at once on one node; the default, 0, is as many as there are threads. */
  int concurrency() default 0;

  /**
   * How many calls begin in which time over all nodes, as in {@code 10/PT1S}; the default is any.
   */
  String rate() default "";

  /**
   * For a {@link LocalHandler}: how many events may be handled in one transaction, which is much
   * quicker for short work. If one of them does not succeed, the transaction is rolled back and
   * each is handled in its own. So a call may be rolled back and repeated for another event's sake:
   * its work must be in the transaction, all of it.
   */
  int together() default 1;
}
