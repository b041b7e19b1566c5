package dev.webhookinbox.signature;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A place in a header, and how values are framed there. The header must be there exactly once. */
public record HeaderPart(String header, Framing framing) {

  /** How values stand in a header. */
  sealed interface Framing {
    Stream<String> values(String header);

    /** The header with one more value. */
    String with(String header, String value);
  }

  /** The whole header after a prefix: {@code sha256=…}. */
  private record Whole(String prefix) implements Framing {
    @Override
    public Stream<String> values(String header) {
      return header.startsWith(prefix)
          ? Stream.of(header.substring(prefix.length()))
          : Stream.empty();
    }

    @Override
    public String with(String header, String value) {
      return prefix + value;
    }
  }

  /** Elements such as {@code t=1,v1=a,v1=b}: the values of one name. */
  private record Listed(String separator, String label) implements Framing {
    @Override
    public Stream<String> values(String header) {
      return elementsOf(header, separator)
          .filter(element -> element.startsWith(label))
          .map(element -> element.substring(label.length()));
    }

    @Override
    public String with(String header, String value) {
      return (header.isEmpty() ? "" : header + separator) + label + value;
    }
  }

  /** Elements of a list, each with or without the prefix. */
  private record MaybeAfter(String separator, String prefix) implements Framing {
    @Override
    public Stream<String> values(String header) {
      return elementsOf(header, separator)
          .map(
              element -> element.startsWith(prefix) ? element.substring(prefix.length()) : element);
    }

    @Override
    public String with(String header, String value) {
      return (header.isEmpty() ? "" : header + separator) + prefix + value;
    }
  }

  public static HeaderPart whole(String header) {
    return new HeaderPart(header, new Whole(""));
  }

  public static HeaderPart after(String prefix, String header) {
    return new HeaderPart(header, new Whole(prefix));
  }

  /** The values of {@code key=} in a list: Stripe's commas, Paddle's semicolons. */
  public static HeaderPart pairs(String header, char separator, String key) {
    return new HeaderPart(header, new Listed(String.valueOf(separator), key + "="));
  }

  /** The values of {@code label,} in a list with spaces, as Standard Webhooks has it. */
  public static HeaderPart versions(String header, String label) {
    return new HeaderPart(header, new Listed(" ", label + ","));
  }

  /** What follows the prefix in those elements of a list that start with it. */
  public static HeaderPart elements(String header, String separator, String prefix) {
    return new HeaderPart(header, new Listed(separator, prefix));
  }

  /** The elements of a list, without the prefix where they have it. */
  public static HeaderPart maybeAfter(String prefix, String header, char separator) {
    return new HeaderPart(header, new MaybeAfter(String.valueOf(separator), prefix));
  }

  private static Stream<String> elementsOf(String header, String separator) {
    return Arrays.stream(header.split(Pattern.quote(separator), -1)).map(String::strip);
  }

  /** The request with one more value at this place. */
  public RawRequest write(RawRequest request, String value) {
    String before = request.headers().only(header).orElse("");
    return request.with(header, framing.with(before, value));
  }

  /** Whether the header is there at all, be it once or more often. */
  boolean isIn(Headers headers) {
    return !headers.all(header).isEmpty();
  }

  List<String> values(Headers headers) {
    return headers.only(header).filter(Texts::isPrintable).stream()
        .flatMap(framing::values)
        .toList();
  }
}
