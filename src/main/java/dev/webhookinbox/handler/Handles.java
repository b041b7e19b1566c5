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
}
