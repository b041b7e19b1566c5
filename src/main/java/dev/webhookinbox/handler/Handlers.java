package dev.webhookinbox.handler;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All handlers of this deployment: the beans that carry {@link Handles}, and the routes. */
@ApplicationScoped
public class Handlers {

  private static final System.Logger LOG = System.getLogger(Handlers.class.getName());

  private List<Registration> registrations = List.of();

  /** For the container's proxy only. */
  protected Handlers() {}

  @Inject
  Handlers(@Any Instance<EventHandler> beans, @Any Instance<HandlerSource> sources) {
    List<Registration> found = new ArrayList<>();
    for (Instance.Handle<EventHandler> bean : beans.handles()) {
      found.add(registration(bean));
    }
    sources.forEach(source -> found.addAll(source.handlers()));
    found.sort(Comparator.comparing(Registration::name));
    requireDistinctNames(found);
    registrations = List.copyOf(found);
  }

  /** The handlers of such an event, in the order of their names. */
  public List<Registration> of(String source, String provider, String type) {
    return registrations.stream().filter(it -> it.takes(source, provider, type)).toList();
  }

  private static Registration registration(Instance.Handle<EventHandler> bean) {
    Class<?> type = bean.getBean().getBeanClass();
    Handles handles = type.getAnnotation(Handles.class);
    if (handles == null) {
      throw fault(type.getName() + " is an EventHandler without @Handles: say what it takes");
    }
    return new Registration(
        type.getName(),
        null,
        handles.provider(),
        List.of(handles.types()),
        maxRun(type, handles),
        bean.get());
  }

  private static @Nullable Duration maxRun(Class<?> type, Handles handles) {
    if (handles.maxRun().isEmpty()) {
      return null;
    }
    try {
      Duration limit = Duration.parse(handles.maxRun());
      if (limit.compareTo(Duration.ZERO) > 0) {
        return limit;
      }
    } catch (DateTimeParseException e) {
      // told below, as for one that is not positive
    }
    throw fault(type.getName() + " has a maxRun that is no positive duration: give PT5M, say");
  }

  private static void requireDistinctNames(List<Registration> found) {
    Set<String> names = new HashSet<>();
    for (Registration registration : found) {
      if (!names.add(registration.name())) {
        throw fault("two handlers are named " + registration.name() + ": give each its own");
      }
    }
  }

  /** In the log too, because servers bury the message under their own. */
  private static IllegalStateException fault(String what) {
    String message = "Webhook Inbox cannot start: " + what;
    LOG.log(Level.ERROR, message);
    return new IllegalStateException(message);
  }
}
