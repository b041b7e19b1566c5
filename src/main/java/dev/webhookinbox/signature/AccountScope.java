package dev.webhookinbox.signature;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whose events a source receives: what the configuration says, or what the verified document says
 * where that was asked for and the document says it.
 */
public record AccountScope(String configured, @Nullable Field signedPlace) {

  /** The configured account, whatever a document says that was not signed. */
  public AccountScope fixed() {
    return new AccountScope(configured, null);
  }

  public String of(Message message) {
    return Optional.ofNullable(signedPlace)
        .flatMap(place -> place.in(message))
        .filter(account -> !account.isBlank())
        .orElse(configured);
  }
}
