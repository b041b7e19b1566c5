package dev.webhookinbox.operations;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that is wrong with a captured request, for a program by its kind and for people by its
 * text. Neither holds a value of the request.
 */
record Finding(String kind, String text, Map<String, Object> details) {

  static Finding of(String kind, String text) {
    return new Finding(kind, text, Map.of());
  }

  static Finding missing(String header) {
    return new Finding(
        "header-missing",
        "The header "
            + header
            + " is missing: the sender does not send it, or something on the way removes it.",
        Map.of("header", header));
  }

  static Finding repeated(String header) {
    return new Finding(
        "header-repeated",
        "The header " + header + " is there more than once; it must be there once.",
        Map.of("header", header));
  }

  /**
   * @param signed a time at which the request verifies
   * @param edge the last such time on the way to when it was judged
   */
  static Finding time(Instant signed, Instant edge, Instant at) {
    long outside = Math.max(1, Duration.between(edge, at).abs().toSeconds());
    long away = Duration.between(signed, at).abs().toSeconds();
    String direction = signed.isBefore(at) ? "before" : "after";
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("secondsOutside", outside);
    details.put("secondsAway", away);
    details.put("direction", direction);
    return new Finding(
        "time",
        "The signature is right, and its time lies "
            + (away + " s " + direction + " the time of judgement: ")
            + (outside + " s outside the tolerance. ")
            + "For a request that was captured earlier give 'at'; for a new one compare the clocks.",
        details);
  }

  static Finding secretRetired() {
    return of(
        "secret-retired",
        "The signature is right at the time in its headers, but not at the time of judgement:"
            + " a secret that is no longer active made it.");
  }

  static Finding altered(Variation variation) {
    return new Finding(
        "altered",
        "The signature matches another "
            + variation.part()
            + " than the one given: "
            + variation.name()
            + ". Something between the sender and the capture changes it.",
        Map.of("part", variation.part(), "variation", variation.name()));
  }

  JsonObject json() {
    JsonObjectBuilder json = Json.createObjectBuilder().add("kind", kind).add("text", text);
    details.forEach(
        (name, value) -> {
          if (value instanceof Long number) {
            json.add(name, number);
          } else {
            json.add(name, value.toString());
          }
        });
    return json.build();
  }
}
