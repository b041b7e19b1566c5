package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.List;
import java.util.stream.Collectors;

/** The identity of a guarded action: the primary key of {@code webhook_actions}. */
public record ActionKey(
    String provider, String accountScope, String operation, String businessKey) {

  /** One printable ASCII text, the same for every call: serves as the other system's key. */
  @Override
  public String toString() {
    return List.of(provider, accountScope, operation, businessKey).stream()
        .map(part -> URLEncoder.encode(part, UTF_8).replace("+", "%20"))
        .collect(Collectors.joining("/"));
  }
}
