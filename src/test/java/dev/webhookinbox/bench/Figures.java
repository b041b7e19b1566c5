package dev.webhookinbox.bench;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures by name, one a round, and what is said about them: only ratios carry over to others. */
final class Figures {

  private final Map<String, List<Double>> rounds = new LinkedHashMap<>();

  void add(String name, double figure) {
    rounds.computeIfAbsent(name, any -> new ArrayList<>()).add(figure);
  }

  double median(String name) {
    List<Double> sorted = rounds.getOrDefault(name, List.of()).stream().sorted().toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("not measured: " + name);
    }
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  String table() {
    StringBuilder table =
        new StringBuilder("| figure | median | least | most |\n|---|---|---|---|\n");
    rounds.forEach(
        (name, all) ->
            table.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %,.1f | %,.1f | %,.1f |%n",
                    name,
                    median(name),
                    all.stream().mapToDouble(it -> it).min().orElseThrow(),
                    all.stream().mapToDouble(it -> it).max().orElseThrow())));
    return table.toString();
  }

  String json() {
    JsonObjectBuilder object = Json.createObjectBuilder();
    rounds.forEach(
        (name, all) -> {
          JsonArrayBuilder array = Json.createArrayBuilder();
          all.forEach(array::add);
          object.add(name, array);
        });
    return object.build().toString();
  }
}
