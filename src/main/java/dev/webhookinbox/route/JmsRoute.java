package dev.webhookinbox.route;

import dev.webhookinbox.handler.Event;
import dev.webhookinbox.handler.LocalHandler;
import dev.webhookinbox.handler.Outcome;
import dev.webhookinbox.platform.Settings;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Sends the exact bytes as a message to a queue or a topic of the server's own Jakarta Messaging,
 * in the job's transaction (P8): with a connection factory and a data source {@code
 * jdbc/inbox-work} that are both XA there is a message when the job is done, and none otherwise. A
 * connection factory that is not XA sends at once: a crash before {@code done} is recorded sends
 * again, with the same correlation id.
 */
final class JmsRoute implements LocalHandler {

  private static final String OF_THE_PLATFORM = "java:comp/DefaultJMSConnectionFactory";

  private final String factory;
  private final String destination;

  private JmsRoute(String factory, String destination) {
    this.factory = factory;
    this.destination = destination;
  }

  /** Reads the route's keys; absent if it cannot send, which is a fault then. */
  static Optional<JmsRoute> read(Settings settings, String prefix) {
    settings.required(
        prefix + "destination", "give the JNDI name of a queue or a topic of the server");
    Optional<String> destination = name(settings, prefix + "destination");
    String factory = name(settings, prefix + "connection-factory").orElse(OF_THE_PLATFORM);
    return destination.map(target -> new JmsRoute(factory, target));
  }

  /** A name with a scheme would be asked of another machine. */
  private static Optional<String> name(Settings settings, String key) {
    Optional<String> name = settings.text(key);
    if (name.filter(text -> text.replaceFirst("^java:", "").contains(":")).isPresent()) {
      settings.fault(
          key, "is no JNDI name of this server", "begin it with java: or give no scheme");
      return Optional.empty();
    }
    return name;
  }

  @Override
  public Outcome handle(Event event) {
    try {
      ConnectionFactory connections = lookedUp(factory, ConnectionFactory.class);
      Destination target = lookedUp(destination, Destination.class);
      try (JMSContext context = connections.createContext()) {
        context.createProducer().send(target, message(context, event));
      }
      return Outcome.done();
    } catch (NamingException e) {
      return Outcome.away("the server has no such name in JNDI: " + e.getMessage());
    } catch (ClassCastException e) {
      return Outcome.away("another thing stands under the name in JNDI: " + e.getMessage());
    } catch (JMSException | JMSRuntimeException e) {
      return Outcome.away("not sent: " + e);
    }
  }

  /** At each call: what the server's administrators define anew is found without a restart. */
  @SuppressWarnings("BanJNDI") // names of this server alone: see name()
  private static <T> T lookedUp(String name, Class<T> type) throws NamingException {
    return type.cast(InitialContext.doLookup(name));
  }

  private static BytesMessage message(JMSContext context, Event event) throws JMSException {
    BytesMessage message = context.createBytesMessage();
    message.writeBytes(event.body());
    message.setJMSCorrelationID(event.key().toString());
    message.setJMSType(event.type());
    message.setStringProperty("InboxSource", event.source());
    message.setStringProperty("InboxProvider", event.key().provider());
    message.setStringProperty("InboxAccount", event.key().accountScope());
    message.setStringProperty("InboxEventId", event.key().eventId());
    message.setStringProperty("InboxAcceptedAt", event.acceptedAt().toString());
    message.setIntProperty("InboxAttempt", event.attempt());
    String parent = event.traceparent();
    setIfThere(message, "traceparent", parent == null ? null : ChildSpan.of(parent));
    setIfThere(message, "ContentType", event.contentType());
    setIfThere(message, "ContentEncoding", event.contentEncoding());
    return message;
  }

  private static void setIfThere(BytesMessage message, String property, @Nullable String value)
      throws JMSException {
    if (value != null) {
      message.setStringProperty(property, value);
    }
  }
}
