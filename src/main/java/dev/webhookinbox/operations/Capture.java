package dev.webhookinbox.operations;

import dev.webhookinbox.signature.Headers;
import dev.webhookinbox.signature.RawRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request that somebody captured, as it is said to have been.
 *
 * @param headers by name in any case
 * @param at when to judge it; null for now
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a record
record Capture(
    String method,
    String url,
    Map<String, List<String>> headers,
    byte[] body,
    @Nullable Instant at) {

  RawRequest request() {
    return new RawRequest(method, url, Headers.of(headers), body);
  }

  Capture withBody(byte[] other) {
    return new Capture(method, url, headers, other, at);
  }

  Capture withUrl(String other) {
    return new Capture(method, other, headers, body, at);
  }

  /** With this header in place of any of its name. */
  Capture withHeader(String name, String value) {
    Map<String, List<String>> changed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    changed.putAll(headers);
    changed.put(name, List.of(value));
    return new Capture(method, url, changed, body, at);
  }

  /** Nothing that was captured. */
  @Override
  public String toString() {
    return "Capture[" + body.length + " bytes]";
  }
}
