package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A source made of configuration keys, as the server would make it, and requests for it. */
public final class Given {

  static final String NAME = "here";

  private final Map<String, String> keys = new LinkedHashMap<>();
  private RemoteFetch remote = new NoRemote();

  private Given() {}

  public static Given provider(String provider) {
    Given given = new Given();
    given.keys.put("inbox.sources", NAME);
    return given.with("provider", provider);
  }

  Given copy() {
    Given copy = new Given();
    copy.keys.putAll(keys);
    return copy.remote(remote);
  }

  public Given with(String key, String value) {
    keys.put("inbox.source." + NAME + "." + key, value);
    return this;
  }

  /** What the provider publishes; without it nothing can be fetched. */
  public Given remote(RemoteFetch published) {
    this.remote = published;
    return this;
  }

  public Given secret(String secret) {
    return with("secret", secret);
  }

  /** The source; fails if the configuration has a fault. */
  public Source source() {
    Settings settings = settings();
    Sources sources = Sources.read(settings, remote);
    if (!settings.faults().isEmpty() || !settings.unknown().isEmpty()) {
      throw new AssertionError(settings.faults() + " " + settings.unknown());
    }
    return sources.named(NAME).orElseThrow();
  }

  /** The keys as they are for a source of this name. */
  Map<String, String> keysOf(String source) {
    Map<String, String> renamed = new LinkedHashMap<>();
    keys.forEach(
        (key, value) ->
            renamed.put(key.replace("source." + NAME + ".", "source." + source + "."), value));
    renamed.remove("inbox.sources");
    return renamed;
  }

  /** What is wrong with the configuration. */
  public List<String> faults() {
    Settings settings = settings();
    Sources.read(settings, remote);
    return settings.faults();
  }

  private Settings settings() {
    return new Settings(key -> Optional.ofNullable(keys.get(key)), keys.keySet());
  }

  /** A network that leads nowhere. */
  private static final class NoRemote implements RemoteFetch {
    @Override
    public Fetched get(URI url) throws IOException {
      throw new IOException("no network");
    }

    @Override
    public Fetched post(URI url, String json) throws IOException {
      throw new IOException("no network");
    }
  }

  public static RawRequest post(Map<String, String> headers, String body) {
    return post(headers, body.getBytes(UTF_8));
  }

  public static RawRequest post(Map<String, String> headers, byte[] body) {
    return request("POST", "https://inbox.example/hooks/" + NAME, headers, body);
  }

  public static RawRequest request(
      String method, String url, Map<String, String> headers, byte[] body) {
    Map<String, List<String>> fields = new HashMap<>();
    headers.forEach((name, value) -> fields.put(name, List.of(value)));
    return new RawRequest(method, url, Headers.of(fields), body);
  }

  public static Map<String, String> headers(String... namesAndValues) {
    Map<String, String> headers = new TreeMap<>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      headers.put(namesAndValues[at], namesAndValues[at + 1]);
    }
    return headers;
  }
}
