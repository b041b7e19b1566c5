package dev.webhookinbox.operations;

import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What may be shown of a source's configuration: a list of keys, so that no secret slips in. */
@ApplicationScoped
class SourceFacts {

  private static final List<String> SHOWN =
      List.of(
          "account",
          "account-from",
          "tolerance",
          "max-body",
          "public-url",
          "retention.payload",
          "retention.identity");

  private final Map<String, Map<String, String>> bySource = new HashMap<>();

  @Inject
  void configure(Settings settings) {
    for (String source : settings.list("inbox.sources")) {
      Map<String, String> own = new HashMap<>();
      for (String key : SHOWN) {
        settings.text("inbox.source." + source + "." + key).ifPresent(text -> own.put(key, text));
      }
      bySource.put(source, own);
    }
  }

  JsonObjectBuilder of(String source) {
    JsonObjectBuilder json = Json.createObjectBuilder();
    bySource.getOrDefault(source, Map.of()).forEach(json::add);
    return json;
  }
}
