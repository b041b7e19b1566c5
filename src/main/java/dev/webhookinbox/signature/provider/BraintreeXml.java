package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Document;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What is asked of a notification's XML, as a flat document: {@code kind}, {@code timestamp},
 * {@code source-merchant-id}, and as {@code subject} the id of the first thing that the subject
 * holds. Without a document type and so without entities of its own.
 */
final class BraintreeXml {

  private static final Set<String> WANTED = Set.of("kind", "timestamp", "source-merchant-id");
  private static final int MOST_DEPTH = 200;

  private final Deque<String> path = new ArrayDeque<>();
  private final Map<String, String> texts = new HashMap<>();

  private BraintreeXml() {}

  static Optional<Document> read(byte[] xml) {
    try {
      XMLStreamReader reader =
          factory().createXMLStreamReader(new ByteArrayInputStream(xml), "UTF-8");
      return new BraintreeXml().document(reader);
    } catch (XMLStreamException | RuntimeException e) {
      // not only the first: on some malformed documents the JDK's parser lacks its own message
      return Optional.empty();
    }
  }

  /** The JDK's own, whatever the server brings: these settings are known to hold for it. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLReporter((text, kind, related, place) -> {}); // else faults go to stderr
    return factory;
  }

  private Optional<Document> document(XMLStreamReader reader) throws XMLStreamException {
    while (reader.hasNext()) {
      int event = reader.next();
      if (event == XMLStreamReader.START_ELEMENT) {
        path.addLast(reader.getLocalName());
      } else if (event == XMLStreamReader.END_ELEMENT) {
        path.removeLast();
      } else if (reader.hasText()) {
        add(reader.getText());
      }
      if (path.size() > MOST_DEPTH) {
        return Optional.empty();
      }
    }
    JsonObjectBuilder json = Json.createObjectBuilder();
    texts.forEach(json::add);
    return Document.of(json.build().toString());
  }

  private void add(String text) {
    String name = path.isEmpty() ? "" : path.getLast();
    if (path.size() == 2 && WANTED.contains(name)) {
      texts.putIfAbsent(name, text);
    } else if (path.size() == 4 && name.equals("id") && isInSubject()) {
      texts.putIfAbsent("subject", text);
    }
  }

  private boolean isInSubject() {
    return path.stream().skip(1).findFirst().filter("subject"::equals).isPresent();
  }
}
