package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One line of {@code providers/vectors.jsonl}. */
record Vector(int line, JsonObject json) {

  static List<Vector> all() {
    List<Vector> vectors = new ArrayList<>();
    try (InputStream file = Vector.class.getResourceAsStream("/providers/vectors.jsonl")) {
      for (String line : new String(file.readAllBytes(), UTF_8).lines().toList()) {
        try (JsonReader reader = Json.createReader(new StringReader(line))) {
          vectors.add(new Vector(vectors.size() + 1, reader.readObject()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vectors;
  }

  String provider() {
    return json.getString("provider");
  }

  String secret() {
    return new String(bytes("secret_base64"), UTF_8);
  }

  byte[] body() {
    return bytes("body_base64");
  }

  private byte[] bytes(String name) {
    return Base64.getDecoder().decode(json.getString(name));
  }

  boolean isValid() {
    return json.getBoolean("valid");
  }

  /** The secret where it has parts. */
  JsonObject secretJson() {
    try (JsonReader reader = Json.createReader(new StringReader(secret()))) {
      return reader.readObject();
    }
  }

  boolean isForged() {
    return json.getBoolean("forged", false);
  }

  Optional<String> tolerance() {
    return json.containsKey("tolerance") && !json.isNull("tolerance")
        ? Optional.of("PT" + json.getJsonNumber("tolerance").longValue() + "S")
        : Optional.empty();
  }

  Optional<String> expectedResponse() {
    return Optional.ofNullable(json.getString("expected_response", null));
  }

  boolean isLenient() {
    return json.getBoolean("lenient", false);
  }

  String url() {
    return json.isNull("url") ? "https://inbox.example/hooks/here" : json.getString("url");
  }

  Instant now() {
    return json.isNull("now")
        ? Instant.parse("2026-01-01T00:00:00Z")
        : Instant.ofEpochSecond(json.getJsonNumber("now").longValue());
  }

  Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    JsonObject object = json.getJsonObject("headers");
    object.keySet().forEach(name -> headers.put(name, object.getString(name)));
    return headers;
  }

  RawRequest request() {
    return Given.request(json.getString("method"), url(), headers(), body());
  }

  @Override
  public String toString() {
    return line + " " + provider() + ": " + json.getString("why");
  }
}
