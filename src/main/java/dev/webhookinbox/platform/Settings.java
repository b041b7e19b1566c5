package dev.webhookinbox.platform;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code inbox.*} keys of the configuration, read with their types. A value that cannot work
 * becomes a {@linkplain #faults() fault} instead of an exception, so that one reading finds them
 * all; the default stands in meanwhile. A fault names the key and the mend, never the value.
 *
 * <p>Whatever is asked for counts as known, which is how {@link #unknown()} finds the misspelt keys
 * without a second list. Not thread-safe: one reading, one instance.
 */
public final class Settings {

  /** The prefix of every key that this application reads. */
  public static final String PREFIX = "inbox.";

  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})\\s*(B|KiB|MiB|GiB)?");
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

  private final Function<String, Optional<String>> lookup;
  private final Set<String> given;
  private final Set<String> asked = new HashSet<>();
  private final List<String> faults = new ArrayList<>();

  /**
   * @param lookup gives the value of a key, absent if there is none
   * @param names every key that is set anywhere
   */
  public Settings(Function<String, Optional<String>> lookup, Iterable<String> names) {
    this.lookup = lookup;
    this.given = new LinkedHashSet<>();
    names.forEach(given::add);
  }

  /** The value without surrounding blanks; absent if the key is not set or blank. */
  public Optional<String> text(String key) {
    return raw(key).map(String::strip).filter(value -> !value.isEmpty());
  }

  /** Whether the key is set at all, blank or not. */
  public boolean isSet(String key) {
    return raw(key).isPresent();
  }

  /** The value, or a fault with this mend and an empty text. */
  public String required(String key, String mend) {
    return text(key)
        .orElseGet(
            () -> {
              fault(key, isSet(key) ? "is empty" : "is not set", mend);
              return "";
            });
  }

  /** A comma-separated list without blanks and empty elements; empty if the key is not set. */
  public List<String> list(String key) {
    return text(key)
        .map(value -> Arrays.stream(value.split(",")).map(String::strip))
        .map(parts -> parts.filter(part -> !part.isEmpty()).toList())
        .orElse(List.of());
  }

  /** A list of names (lower-case letters, digits, hyphens), each once. */
  public List<String> names(String key) {
    List<String> names = list(key);
    for (String name : names) {
      if (!NAME.matcher(name).matches()) {
        fault(
            key, "holds a name that is not usable", "use a-z, 0-9 and '-', at most 63 characters");
      } else if (Collections.frequency(names, name) > 1) {
        fault(key, "holds '" + name + "' twice", "give each its own name");
      }
    }
    return names.stream().distinct().filter(name -> NAME.matcher(name).matches()).toList();
  }

  /** A whole number between the bounds, both included. */
  public int integer(String key, int otherwise, int least, int most) {
    return text(key)
        .map(value -> parseInteger(key, value, least, most).orElse(otherwise))
        .orElse(otherwise);
  }

  private Optional<Integer> parseInteger(String key, String value, int least, int most) {
    try {
      int number = Integer.parseInt(value);
      if (number >= least && number <= most) {
        return Optional.of(number);
      }
    } catch (NumberFormatException e) {
      // told below, as for a number out of bounds
    }
    fault(key, "is not a whole number in its range", "give one from " + least + " to " + most);
    return Optional.empty();
  }

  /** An ISO-8601 duration such as {@code PT30S} or {@code P90D}, between the bounds. */
  public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
    return text(key)
        .map(value -> parseDuration(key, value, least, most).orElse(otherwise))
        .orElse(otherwise);
  }

  private Optional<Duration> parseDuration(
      String key, String value, Duration least, Duration most) {
    try {
      Duration duration = Duration.parse(value);
      if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
        return Optional.of(duration);
      }
    } catch (DateTimeParseException e) {
      // told below, as for a duration out of bounds
    }
    fault(
        key,
        "is not an ISO-8601 duration in its range",
        "give one from " + least + " to " + most + ", for instance PT30S or P90D");
    return Optional.empty();
  }

  /** A size in bytes, such as {@code 4096}, {@code 512KiB} or {@code 1MiB}. */
  public long size(String key, long otherwise, long least, long most) {
    return text(key)
        .map(value -> parseSize(key, value, least, most).orElse(otherwise))
        .orElse(otherwise);
  }

  private Optional<Long> parseSize(String key, String value, long least, long most) {
    Matcher matcher = SIZE.matcher(value);
    if (matcher.matches()) {
      long bytes = Long.parseLong(matcher.group(1)) * unit(matcher.group(2));
      if (bytes >= least && bytes <= most) {
        return Optional.of(bytes);
      }
    }
    fault(
        key,
        "is not a size in its range",
        "give bytes, KiB or MiB, from " + least + " to " + most + " bytes, for instance 1MiB");
    return Optional.empty();
  }

  private static long unit(String suffix) {
    return switch (suffix == null ? "B" : suffix) {
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      default -> 1;
    };
  }

  /** {@code true} or {@code false}. */
  public boolean flag(String key, boolean otherwise) {
    Optional<String> value = text(key).map(text -> text.toLowerCase(Locale.ROOT));
    if (value.isPresent() && !List.of("true", "false").contains(value.get())) {
      fault(key, "is neither true nor false", "give one of them");
      return otherwise;
    }
    return value.map(Boolean::valueOf).orElse(otherwise);
  }

  /** An absolute http or https URL with a host and without user info. */
  public Optional<URI> url(String key) {
    return text(key).flatMap(value -> parseUrl(key, value));
  }

  private Optional<URI> parseUrl(String key, String value) {
    try {
      URI uri = new URI(value);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      if (List.of("http", "https").contains(scheme)
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null) {
        return Optional.of(uri);
      }
    } catch (URISyntaxException e) {
      // told below, as for a URL of another kind
    }
    fault(key, "is not a URL that can be used", "give http(s)://host[:port]/path");
    return Optional.empty();
  }

  /**
   * Records what is wrong, once however many rooms read the key. Neither text may hold the value,
   * which could be a secret.
   */
  public void fault(String key, String problem, String mend) {
    String fault = key + " " + problem + ": " + mend;
    if (!faults.contains(fault)) {
      faults.add(fault);
    }
  }

  /** What was found wrong so far, in the order of reading. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /** The names below {@code prefix} that are set, up to their next dot: each once, in no order. */
  public Set<String> below(String prefix) {
    Set<String> names = new LinkedHashSet<>();
    for (String key : given) {
      if (key.startsWith(prefix)) {
        String rest = key.substring(prefix.length());
        int dot = rest.indexOf('.');
        names.add(dot < 0 ? rest : rest.substring(0, dot));
      }
    }
    return names;
  }

  /** The keys with our prefix that are set, though nothing asked for them. */
  public List<String> unknown() {
    return given.stream()
        .filter(key -> key.startsWith(PREFIX) && !asked.contains(key))
        .sorted()
        .toList();
  }

  private Optional<String> raw(String key) {
    asked.add(key);
    return lookup.apply(key);
  }
}
