package dev.webhookinbox.route;

import jakarta.annotation.Resource;
import jakarta.jms.BytesMessage;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A consumer in the server: takes all messages that are there and shows them, one a line. */
@WebServlet("/drain")
public class Drain extends HttpServlet {

  private static final long serialVersionUID = 1;
  private static final long PATIENCE_MILLIS = 300;

  @Resource(lookup = "java:/JmsXA")
  private transient ConnectionFactory factory;

  @Resource(lookup = "java:/jms/queue/orders")
  private transient Queue queue;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      response.getWriter().print(String.join("\n", drained()));
    } catch (JMSException e) {
      throw new ServletException(e);
    }
  }

  private List<String> drained() throws JMSException {
    List<String> lines = new ArrayList<>();
    try (JMSContext context = factory.createContext();
        JMSConsumer consumer = context.createConsumer(queue)) {
      for (Message message = consumer.receive(PATIENCE_MILLIS);
          message != null;
          message = consumer.receive(PATIENCE_MILLIS)) {
        lines.add(line((BytesMessage) message));
      }
    }
    return lines;
  }

  private static String line(BytesMessage message) throws JMSException {
    byte[] body = new byte[(int) message.getBodyLength()];
    message.readBytes(body);
    return String.join(
        " ",
        message.getJMSCorrelationID(),
        message.getJMSType(),
        message.getStringProperty("InboxSource"),
        message.getStringProperty("InboxProvider"),
        message.getStringProperty("InboxAccount"),
        message.getStringProperty("InboxEventId"),
        message.getStringProperty("InboxAttempt"),
        message.getStringProperty("ContentType"),
        Base64.getEncoder().encodeToString(body));
  }
}
