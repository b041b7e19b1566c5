package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.Document;
import jakarta.json.Json;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** The document of an action. What it does not hold as it should is an answer 400. */
record Ask(JsonObject document) {

  /** What most actions are asked with, for the description of the API. */
  static final String WITH_REASON = "{\"reason\": \"why, up to 500 characters\"}";

  private static final JsonReaderFactory READERS = Json.createReaderFactory(Map.of());
  private static final int MOST_BYTES = 64 << 10;
  private static final int LONGEST_REASON = 500;
  private static final String FORM = "Send a JSON object with a reason.";

  static Ask of(InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MOST_BYTES);
      if (Document.of(bytes).filter(Document::isObject).isPresent()) {
        return new Ask(object(bytes));
      }
    } catch (IOException e) {
      // told below
    }
    throw Problem.badRequest(FORM);
  }

  private static JsonObject object(byte[] json) {
    try (JsonReader reader = READERS.createReader(new ByteArrayInputStream(json), UTF_8)) {
      return reader.readObject();
    }
  }

  /** Why it is done; every action has a reason. */
  String reason() {
    String reason = text("reason").strip();
    if (reason.isEmpty() || reason.length() > LONGEST_REASON || reason.indexOf('\0') >= 0) {
      throw Problem.badRequest("reason is missing, or longer than 500 characters.");
    }
    return reason;
  }

  EventFilter filter() {
    JsonValue filter = document.getOrDefault("filter", JsonValue.EMPTY_JSON_OBJECT);
    if (filter instanceof JsonObject object && EventFilter.NAMES.containsAll(object.keySet())) {
      return EventFilter.of(name -> object.containsKey(name) ? new Ask(object).text(name) : null);
    }
    throw Problem.badRequest("filter is an object of " + EventFilter.NAMES + ".");
  }

  int number(String name, int otherwise, int most) {
    JsonValue value = document.get(name);
    if (value == null) {
      return otherwise;
    }
    return number(name, value instanceof JsonNumber ? value.toString() : "", most);
  }

  static int number(String name, String text, int most) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    }
    throw Problem.badRequest(name + " is a number from 1 to " + most + ".");
  }

  /** The text; this one where the document has none of the name. */
  String text(String name, String otherwise) {
    return document.containsKey(name) ? text(name) : otherwise;
  }

  /** A yes or a no that somebody must have meant. */
  boolean decision(String name) {
    JsonValue value = document.get(name);
    if (JsonValue.TRUE.equals(value) || JsonValue.FALSE.equals(value)) {
      return JsonValue.TRUE.equals(value);
    }
    throw Problem.badRequest(name + " is true or false.");
  }

  boolean flag(String name) {
    return JsonValue.TRUE.equals(document.get(name));
  }

  boolean has(String name) {
    return document.containsKey(name);
  }

  String text(String name) {
    if (document.get(name) instanceof JsonString text && text.getString().indexOf('\0') < 0) {
      return text.getString();
    }
    throw Problem.badRequest(name + " is missing, or no text.");
  }
}
