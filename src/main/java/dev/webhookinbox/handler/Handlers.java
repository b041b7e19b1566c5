package dev.webhookinbox.handler;

import dev.webhookinbox.retry.Retries;
import dev.webhookinbox.retry.RetryPolicy;
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
  private boolean ordered;

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
    requireOneOrder(found);
    registrations = List.copyOf(found);
    ordered = found.stream().anyMatch(it -> it.terms().ordering() != null);
  }

  /** The handlers of such an event, in the order of their names. */
  public List<Registration> of(String source, String provider, String type) {
    return registrations.stream().filter(it -> it.takes(source, provider, type)).toList();
  }

  /** The order of such an event; null if it is handled without. */
  public @Nullable Ordering ordering(String source, String provider, String type) {
    return ordered
        ? registrations.stream()
            .filter(it -> it.terms().ordering() != null && it.takes(source, provider, type))
            .map(it -> it.terms().ordering())
            .findFirst()
            .orElse(null)
        : null;
  }

  /** The most attempts that any handler may have, where this policy holds otherwise. */
  public int mostAttempts(RetryPolicy otherwise) {
    return registrations.stream()
        .mapToInt(it -> it.terms().retries().over(otherwise).maxAttempts())
        .reduce(otherwise.maxAttempts(), Math::max);
  }

  /** Whether any handler asks for an order. */
  public boolean anyOrdered() {
    return ordered;
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
        duration(type, "maxRun", handles.maxRun()),
        terms(type, handles),
        bean.get());
  }

  private static Retries retries(Class<?> type, Handles handles) {
    if (handles.maxAttempts() < 0) {
      throw fault(type.getName() + " has negative maxAttempts: give 1 or more");
    }
    return new Retries(
        handles.maxAttempts() == 0 ? null : handles.maxAttempts(),
        duration(type, "retryBase", handles.retryBase()),
        null,
        duration(type, "retryMaxDelay", handles.retryMaxDelay()),
        null,
        duration(type, "retryMaxAge", handles.retryMaxAge()));
  }

  private static @Nullable Duration duration(Class<?> type, String element, String text) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      Duration duration = Duration.parse(text);
      if (duration.compareTo(Duration.ZERO) > 0) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // told below, as for one that is not positive
    }
    throw fault(
        type.getName() + " has a " + element + " that is no positive duration: give PT5M, say");
  }

  private static Terms terms(Class<?> type, Handles handles) {
    Duration interval = handles.rate().isEmpty() ? Duration.ZERO : null;
    if (interval == null) {
      interval =
          Terms.intervalOf(handles.rate())
              .orElseThrow(
                  () -> fault(type.getName() + " has a rate that is none: give 10/PT1S, say"));
    }
    if (handles.concurrency() < 0) {
      throw fault(type.getName() + " has a negative concurrency: give a positive one, or none");
    }
    int concurrency = handles.concurrency() == 0 ? Integer.MAX_VALUE : handles.concurrency();
    return new Terms(
        ordering(type, handles),
        concurrency,
        interval,
        Math.max(1, handles.together()),
        retries(type, handles),
        Terms.DEFAULT_CIRCUIT);
  }

  private static @Nullable Ordering ordering(Class<?> type, Handles handles) {
    if (handles.orderBy().isEmpty()) {
      return null;
    }
    if (!Ordering.isKey(handles.orderBy())
        || !Ordering.isVersion(handles.order())
        || !Ordering.isAfterFailure(handles.orderFailed())) {
      throw fault(type.getName() + " has an order that is none: see @Handles for what can be said");
    }
    return new Ordering(handles.orderBy(), handles.order(), handles.orderFailed().equals("block"));
  }

  /** An event stands in one order: two handlers that can meet on one must agree, or have none. */
  private static void requireOneOrder(List<Registration> found) {
    for (Registration one : found) {
      for (Registration other : found) {
        Ordering order = one.terms().ordering();
        Ordering others = other.terms().ordering();
        if (order != null && others != null && !order.equals(others) && one.meets(other)) {
          throw fault(
              one.label()
                  + " and "
                  + other.label()
                  + " put the same events in different orders: agree on one");
        }
      }
    }
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
