package dev.webhookinbox.route;

import dev.webhookinbox.handler.Ordering;
import dev.webhookinbox.handler.Terms;
import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.retry.Retries;
import dev.webhookinbox.retry.RetryPolicy;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Order and limits of a route, as configured. */
final class RouteTerms {

  static Terms read(Settings settings, String prefix) {
    String concurrency = prefix + "concurrency";
    return new Terms(
        ordering(settings, prefix),
        settings.isSet(concurrency)
            ? settings.integer(concurrency, 1, 1, 1_000)
            : Integer.MAX_VALUE,
        interval(settings, prefix + "rate"),
        1,
        Retries.read(settings, prefix + "retry.", RetryPolicy.read(settings)),
        settings.integer(prefix + "circuit", Terms.DEFAULT_CIRCUIT, 0, 1_000));
  }

  private static @Nullable Ordering ordering(Settings settings, String prefix) {
    String by =
        choice(settings, prefix + "order-by", "", Ordering::isKey, "object or a JSON pointer");
    String order =
        choice(
            settings,
            prefix + "order",
            "accepted",
            Ordering::isVersion,
            "accepted, provider or a JSON pointer");
    String failed =
        choice(
            settings, prefix + "order-failed", "block", Ordering::isAfterFailure, "block or pass");
    if (by.isEmpty()) {
      for (String key : new String[] {prefix + "order", prefix + "order-failed"}) {
        if (settings.isSet(key)) {
          settings.fault(key, "is without effect", "give " + prefix + "order-by too");
        }
      }
      return null;
    }
    return new Ordering(by, order, failed.equals("block"));
  }

  private static String choice(
      Settings settings, String key, String otherwise, Predicate<String> usable, String choices) {
    String value = settings.text(key).orElse(otherwise);
    if (settings.isSet(key) && !usable.test(value)) {
      settings.fault(key, "is none of its values", "give " + choices);
      return otherwise;
    }
    return value;
  }

  private static Duration interval(Settings settings, String key) {
    return settings
        .text(key)
        .map(
            rate ->
                Terms.intervalOf(rate)
                    .orElseGet(
                        () -> {
                          settings.fault(key, "is no rate", "give calls/duration, such as 10/PT1S");
                          return Duration.ZERO;
                        }))
        .orElse(Duration.ZERO);
  }

  private RouteTerms() {}
}
