package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.handler.Ordering;
import dev.webhookinbox.inbox.OrderRule;
import dev.webhookinbox.inbox.OrderRules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;

/** Tells acceptance in which order the handlers want their events. */
@ApplicationScoped
class RouteOrder implements OrderRules {

  @Inject Handlers handlers;

  @Override
  public @Nullable OrderRule of(String source, String provider, String eventType) {
    Ordering ordering = handlers.ordering(source, provider, eventType);
    return ordering == null
        ? null
        : new OrderRule(ordering.by(), ordering.version(), ordering.blocks());
  }
}
