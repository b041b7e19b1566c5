package dev.webhookinbox.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests that are nearly right, in one place or in several wrong. */
final class Fuzz {

  record Request(String method, String path, Map<String, String> headers, String body) {
    boolean changes() {
      return !List.of("GET", "HEAD", "OPTIONS").contains(method);
    }
  }

  private static final List<String> METHODS =
      List.of(
          "GET", "GET", "GET", "POST", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW");
  private static final List<String> PATHS =
      List.of(
          "/api/events",
          "/api/events/{ref}",
          "/api/events/{ref}/payload",
          "/api/events/{ref}/retry",
          "/api/events/{ref}/discard",
          "/api/events/{ref}/release",
          "/api/events/retry",
          "/api/sources",
          "/api/sources/{word}/pause",
          "/api/sources/standard/pause",
          "/api/sources/standard/test",
          "/api/sources/standard/check",
          "/api/routes",
          "/api/routes/{word}/resume",
          "/api/actions",
          "/api/actions/decide",
          "/api/rejects",
          "/api/audit",
          "/api/metrics",
          "/api/{word}",
          "/console/{word}");
  private static final List<String> NAMES =
      List.of(
          "limit", "cursor", "before", "as", "source", "account", "type", "state", "outcome", "id",
          "error", "object", "from", "to", "x");
  private static final List<String> WORDS =
      List.of(
          "",
          "%00",
          "%ff",
          "%C3%28",
          "-1",
          "0",
          "99999999999999999999",
          "1e9",
          "NaN",
          "*",
          "%25",
          "'",
          "%22",
          "..",
          "..%2f",
          "%2e%2e",
          "standard",
          "failed",
          "done",
          "YQ",
          "null",
          "true",
          "2026-12-01T00:00:00Z",
          "+999999999-12-31T00:00:00Z",
          "%F0%9F%92%A9",
          "%ED%A0%80",
          "%E2%80%AE",
          "a".repeat(1_500),
          "json",
          "text",
          "raw",
          "{}",
          "[]",
          "%0d%0a");
  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "[]",
          "null",
          "7",
          "\"x\"",
          "{}",
          "{\"reason\":\"r\"}",
          "{\"reason\":null}",
          "{\"reason\":\"\\u0000\"}",
          "{\"reason\":\"\\ud800\"}",
          "{\"reason\":\"r\",\"reason\":7}",
          "{\"reason\":\"r\",\"dryRun\":true}",
          "{\"reason\":\"r\",\"dryRun\":true,\"filter\":{\"state\":\"x\"}}",
          "{\"reason\":\"r\",\"dryRun\":true,\"filter\":[],\"most\":1e99}",
          "{\"reason\":\"r\",\"dryRun\":true,\"filter\":{\"from\":\"x\"},\"perSecond\":-1}",
          "{\"reason\":\"r\",\"filter\":{\"id\":7}}",
          "{\"reason\":\"r\",\"type\":\"\\n\"}",
          "{\"reason\":\"r\",\"happened\":\"yes\"}",
          "{\"reason\":\"r\",\"provider\":\"\\u0000\",\"account\":\"a\",\"operation\":\"o\",\"businessKey\":\"b\",\"happened\":true}",
          "[".repeat(5_000),
          "{\"a\":".repeat(2_000),
          "\ufeff{\"reason\":\"r\"}",
          "{\"reason\":\"" + "x".repeat(70_000) + "\"}");
  private static final List<String> TYPES =
      List.of(
          "application/json",
          "application/json",
          "application/json",
          "text/plain",
          "*/*",
          "application/x-www-form-urlencoded",
          "multipart/form-data",
          "application/json;charset=utf-7",
          "x");

  private final Random random;
  private final List<String> refs = new ArrayList<>();

  Fuzz(Random random, String page) {
    this.random = random;
    Matcher found = Pattern.compile("\"ref\":\"([^\"]+)\"").matcher(page);
    while (found.find()) {
      refs.add(found.group(1));
    }
  }

  boolean loggedIn() {
    return random.nextInt(50) > 0;
  }

  Request next() {
    String path = any(PATHS).replace("{word}", word()).replace("{ref}", ref());
    StringBuilder url = new StringBuilder(path);
    for (int count = random.nextInt(4); count > 0; count--) {
      url.append(url.indexOf("?") < 0 ? '?' : '&').append(any(NAMES)).append('=').append(word());
    }
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", any(TYPES));
    headers.put("Accept", any(List.of("*/*", "application/json", "text/html", "x", "")));
    return new Request(any(METHODS), legal(url.toString()), headers, any(BODIES));
  }

  private String ref() {
    String ref = any(refs);
    return switch (random.nextInt(4)) {
      case 0 -> word();
      case 1 -> ref.substring(random.nextInt(ref.length()));
      case 2 -> flipped(ref);
      default -> ref;
    };
  }

  private String flipped(String ref) {
    int at = random.nextInt(ref.length());
    char other = "ABCxyz019-_".charAt(random.nextInt(11));
    return ref.substring(0, at) + other + ref.substring(at + 1);
  }

  private String word() {
    return any(WORDS);
  }

  /** What the client of these tests would not send. */
  private static String legal(String url) {
    return url.replace("{", "%7B").replace("}", "%7D").replace("[", "%5B").replace("]", "%5D");
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}
