package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A body of the type {@code application/x-www-form-urlencoded}, or a query. */
public record Form(List<Pair> pairs) {

  /** More than any provider sends; a form of a million names would only cost time. */
  private static final int MOST = 2_000;

  public static final String TYPE = "application/x-www-form-urlencoded";

  /** One name and its value, decoded. */
  public record Pair(String name, String value) {
    /** The name alone. */
    @Override
    public String toString() {
      return name;
    }
  }

  public Form {
    pairs = List.copyOf(pairs);
  }

  /** The body as a form; absent if it cannot be one. The content type is not asked. */
  public static Optional<Form> of(RawRequest request) {
    return parse(new String(request.body(), UTF_8));
  }

  /** The query of the URL. */
  public static Optional<Form> query(RawRequest request) {
    int mark = request.url().indexOf('?');
    return parse(mark < 0 ? "" : request.url().substring(mark + 1));
  }

  public static boolean isDeclared(RawRequest request) {
    return request
        .headers()
        .only("Content-Type")
        .map(type -> type.strip().toLowerCase(Locale.ROOT))
        .filter(type -> type.startsWith(TYPE))
        .isPresent();
  }

  /**
   * Whether the body is to be read as a form. The content type is not signed, so it cannot make a
   * form of what is a JSON document.
   */
  public static boolean isMeant(Message message) {
    return isDeclared(message.request()) && message.document().isEmpty();
  }

  /**
   * The message seen through the JSON in the form's field {@code payload}, where the request is a
   * form; else the message itself.
   */
  public static Message payload(Message message) {
    return isMeant(message)
        ? message
            .form()
            .flatMap(form -> form.only("payload"))
            .flatMap(Document::of)
            .map(message::with)
            .orElse(message)
        : message;
  }

  /** The value of a name, absent unless it is there exactly once. */
  public Optional<String> only(String name) {
    List<String> all =
        pairs.stream().filter(pair -> pair.name().equals(name)).map(Pair::value).toList();
    return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
  }

  private static Optional<Form> parse(String text) {
    List<Pair> pairs = new ArrayList<>();
    try {
      String[] parts = text.split("&", MOST + 1);
      if (parts.length > MOST) {
        return Optional.empty();
      }
      for (String part : parts) {
        if (!part.isEmpty()) {
          pairs.add(pair(part));
        }
      }
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // a percent sign that starts no escape
    }
    return Optional.of(new Form(pairs));
  }

  private static Pair pair(String part) {
    int equals = part.indexOf('=');
    return equals < 0
        ? new Pair(decoded(part), "")
        : new Pair(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, UTF_8);
  }
}
