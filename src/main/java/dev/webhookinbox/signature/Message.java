package dev.webhookinbox.signature;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request and the JSON document in it, read once when first asked for. For an item of a batch,
 * the request and the item. Used by one thread.
 */
public final class Message {

  private final RawRequest request;
  private boolean wasRead;
  private @Nullable Document document;
  private boolean formWasRead;
  private @Nullable Form form;

  Message(RawRequest request) {
    this.request = request;
  }

  private Message(RawRequest request, Document document) {
    this.request = request;
    this.document = document;
    this.wasRead = true;
  }

  public RawRequest request() {
    return request;
  }

  /** The body as JSON; absent if it is none. */
  public Optional<Document> document() {
    if (!wasRead) {
      document = Document.of(request.body()).orElse(null);
      wasRead = true;
    }
    return Optional.ofNullable(document);
  }

  /** The body as a form; absent if it cannot be one. */
  public Optional<Form> form() {
    if (!formWasRead) {
      form = Form.of(request).orElse(null);
      formWasRead = true;
    }
    return Optional.ofNullable(form);
  }

  /** The same request, seen through another document: an item of a batch, or a form's field. */
  public Message with(Document other) {
    return new Message(request, other);
  }
}
