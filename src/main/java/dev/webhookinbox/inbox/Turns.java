package dev.webhookinbox.inbox;

import dev.webhookinbox.signature.Document;
import dev.webhookinbox.signature.VerifiedEvent;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the events of one delivery stand in their orders, as columns; null for those without. */
@SuppressWarnings("ArrayRecordComponent") // the parameters of one statement
record Turns(
    Set<Lane> lanes,
    @Nullable String[] keys,
    @Nullable String[] versions,
    @Nullable String[] blocks) {

  static Turns of(Delivery delivery, OrderRules rules) {
    List<VerifiedEvent> events = delivery.events();
    Turns turns =
        new Turns(
            new HashSet<>(),
            new String[events.size()],
            new String[events.size()],
            new String[events.size()]);
    Optional<Document> document = Optional.empty();
    for (int place = 0; place < events.size(); place++) {
      VerifiedEvent event = events.get(place);
      OrderRule rule = rules.of(delivery.source(), delivery.provider(), event.type());
      if (rule != null) {
        document = document.or(() -> rule.document(delivery.body()));
        turns.put(place, delivery.provider(), event, rule, document);
      }
    }
    return turns;
  }

  private void put(
      int place,
      String provider,
      VerifiedEvent event,
      OrderRule rule,
      Optional<Document> document) {
    String key = rule.key(event, document).orElse(null);
    if (key != null) {
      BigDecimal version = rule.versionOf(event, document);
      keys[place] = key;
      versions[place] = version == null ? null : version.toPlainString();
      blocks[place] = Boolean.toString(rule.blocks());
      lanes.add(new Lane(provider, event.accountScope(), key));
    }
  }
}
