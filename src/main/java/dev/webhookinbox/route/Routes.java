package dev.webhookinbox.route;

import dev.webhookinbox.handler.EventHandler;
import dev.webhookinbox.handler.HandlerSource;
import dev.webhookinbox.handler.Registration;
import dev.webhookinbox.handler.Terms;
import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The handlers that {@code inbox.routes} names: what is done with which events, without Java. */
@ApplicationScoped
class Routes implements HandlerSource, ConfigurationSection {

  private static final String ACTIONS = "give http, jms or log";

  @Inject Settings configured;
  @Inject Clock clock;

  @Override
  public Collection<Registration> handlers() {
    return routes(configured);
  }

  @Override
  public void read(Settings settings) {
    List<String> named = settings.names("inbox.routes");
    routes(settings);
    for (String name : settings.below("inbox.route.")) {
      if (!named.contains(name)) {
        settings.fault(
            "inbox.route." + name, "is configured but not in use", "name it in inbox.routes");
      }
    }
  }

  private List<Registration> routes(Settings settings) {
    List<Registration> routes = new ArrayList<>();
    for (String name : settings.names("inbox.routes")) {
      route(settings, name).ifPresent(routes::add);
    }
    return routes;
  }

  private Optional<Registration> route(Settings settings, String name) {
    String prefix = "inbox.route." + name + ".";
    String source = settings.required(prefix + "source", "name one of inbox.sources");
    if (!source.isEmpty() && !settings.list("inbox.sources").contains(source)) {
      settings.fault(prefix + "source", "is no source", "name one of inbox.sources");
    }
    List<String> types = settings.list(prefix + "types");
    Duration maxRun =
        settings.isSet(prefix + "max-run")
            ? settings.duration(
                prefix + "max-run", Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofDays(7))
            : null;
    Terms terms = RouteTerms.read(settings, prefix);
    return action(settings, name, prefix)
        .map(
            action ->
                new Registration(
                    "route:" + name, source, "*", orAny(types), maxRun, terms, action));
  }

  private static List<String> orAny(List<String> types) {
    return types.isEmpty() ? List.of("*") : types;
  }

  private Optional<EventHandler> action(Settings settings, String name, String prefix) {
    String key = prefix + "action";
    String action = settings.required(key, ACTIONS);
    return switch (action) {
      case "log" -> Optional.of(new LogRoute(name));
      case "http" -> HttpRoute.read(settings, prefix, clock).map(EventHandler.class::cast);
      case "jms" -> jms(settings, key, prefix);
      case "" -> Optional.empty();
      default -> {
        settings.fault(key, "is no action", ACTIONS);
        yield Optional.empty();
      }
    };
  }

  private static Optional<EventHandler> jms(Settings settings, String key, String prefix) {
    try {
      return JmsRoute.read(settings, prefix).map(EventHandler.class::cast);
    } catch (NoClassDefFoundError e) { // where a server has no messaging, its API is missing too
      settings.fault(
          key, "is jms on a server without Jakarta Messaging", "configure its messaging first");
      return Optional.empty();
    }
  }
}
