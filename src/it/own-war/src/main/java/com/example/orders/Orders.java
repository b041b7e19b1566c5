package com.example.orders;

import dev.webhookinbox.handler.Event;
import jakarta.json.Json;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;

/** Reads what the shop sends. */
final class Orders {

  /** The order that an event is about. */
  static String of(Event event) {
    try (JsonReader reader = Json.createReader(new ByteArrayInputStream(event.body()))) {
      return reader.readObject().getString("order");
    }
  }

  private Orders() {}
}
