package dev.webhookinbox.signature;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The header fields of a request: names in any case, every value of a repeated one. Immutable. */
public final class Headers {

  private final Map<String, List<String>> values;

  private Headers(Map<String, List<String>> values) {
    this.values = values;
  }

  public static Headers of(Map<String, List<String>> fields) {
    Map<String, List<String>> values = new HashMap<>();
    fields.forEach(
        (name, list) -> values.computeIfAbsent(lower(name), any -> new ArrayList<>()).addAll(list));
    values.replaceAll((name, list) -> List.copyOf(list));
    return new Headers(Map.copyOf(values));
  }

  /** These, and one more or another one. */
  public Headers with(String name, String value) {
    Map<String, List<String>> changed = new HashMap<>(values);
    changed.put(lower(name), List.of(value));
    return new Headers(Map.copyOf(changed));
  }

  /** These, with another text in place of this one. */
  Headers replacing(String text, String other) {
    Map<String, List<String>> changed = new HashMap<>(values);
    changed.replaceAll((name, list) -> list.stream().map(it -> it.replace(text, other)).toList());
    return new Headers(Map.copyOf(changed));
  }

  /** Every value of the field, in the order received. */
  public List<String> all(String name) {
    return values.getOrDefault(lower(name), List.of());
  }

  /**
   * The value, absent unless there is exactly one: with two, a proxy and this application could
   * each believe another.
   */
  public Optional<String> only(String name) {
    List<String> all = all(name);
    return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
  }

  /** In lower case. */
  Set<String> names() {
    return values.keySet();
  }

  /** The names alone: values may be signatures. */
  @Override
  public String toString() {
    return "Headers" + values.keySet();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
