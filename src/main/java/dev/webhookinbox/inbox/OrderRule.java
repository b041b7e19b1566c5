package dev.webhookinbox.inbox;

import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.KeyText;
import dev.webhookinbox.signature.TimeForm;
import dev.webhookinbox.signature.VerifiedEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By what events are put in order.
 *
 * @param by {@code object} for what the profile says the event is about, or a JSON pointer
 * @param version {@code accepted} for the order of acceptance, {@code provider} for the profile's
 *     own, or a JSON pointer to a number or a time
 * @param blocks whether a failed event stops those of its key that come after it
 */
public record OrderRule(String by, String version, boolean blocks) {

  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,9})?");

  /** The body as JSON, where one of the pointers asks for it. */
  Optional<Document> document(byte[] body) {
    return by.startsWith("/") || version.startsWith("/") ? Document.of(body) : Optional.empty();
  }

  /** The key of an event; absent if it has none, and then it is handled without order. */
  Optional<String> key(VerifiedEvent event, Optional<Document> document) {
    Optional<String> key =
        by.equals("object")
            ? Optional.ofNullable(event.objectKey())
            : document.flatMap(body -> body.text(by));
    return key.filter(text -> !text.isEmpty()).map(KeyText::bounded);
  }

  /** Its version as a number, times as microseconds; null if it has none that can be compared. */
  @Nullable BigDecimal versionOf(VerifiedEvent event, Optional<Document> document) {
    return switch (version) {
      case "accepted" -> null;
      case "provider" -> ofProvider(event);
      default -> document.flatMap(body -> body.text(version)).map(OrderRule::number).orElse(null);
    };
  }

  private static @Nullable BigDecimal ofProvider(VerifiedEvent event) {
    String order = event.orderField();
    BigDecimal number = order == null ? null : number(order);
    Instant time = event.occurredAt();
    return number != null || time == null ? number : micros(time);
  }

  private static @Nullable BigDecimal number(String text) {
    return NUMBER.matcher(text).matches()
        ? new BigDecimal(text)
        : TimeForm.ISO.read(text).map(OrderRule::micros).orElse(null);
  }

  private static BigDecimal micros(Instant time) {
    return BigDecimal.valueOf(time.getEpochSecond())
        .movePointRight(6)
        .add(BigDecimal.valueOf(time.getNano() / 1_000));
  }
}
