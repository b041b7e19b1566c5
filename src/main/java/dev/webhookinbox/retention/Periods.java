package dev.webhookinbox.retention;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** How long each source's payloads and identities are kept. */
@ApplicationScoped
class Periods implements ConfigurationSection {

  private static final Duration PAYLOAD = Duration.ofDays(30);
  private static final Duration IDENTITY = Duration.ofDays(35);
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private Map<String, Period> bySource = Map.of();

  /** Of one source; the identity is never kept shorter than the payload. */
  record Period(Duration payload, Duration identity) {}

  /** Of a source that is no longer configured. */
  static final Period OTHERS = new Period(PAYLOAD, IDENTITY);

  @Inject
  void configure(Settings settings) {
    bySource = periods(settings);
  }

  @Override
  public void read(Settings settings) {
    periods(settings);
  }

  Map<String, Period> bySource() {
    return bySource;
  }

  private static Map<String, Period> periods(Settings settings) {
    Map<String, Period> periods = new LinkedHashMap<>();
    for (Source source : Sources.read(settings).all()) {
      periods.put(source.name(), period(settings, source));
    }
    return periods;
  }

  private static Period period(Settings settings, Source source) {
    String prefix = "inbox.source." + source.name() + ".retention.";
    Duration payload =
        settings.duration(prefix + "payload", PAYLOAD, Duration.ofSeconds(1), LONGEST);
    Duration least = longer(payload, source.redeliversFor());
    Duration identity =
        settings.duration(
            prefix + "identity", longer(IDENTITY, least), Duration.ofSeconds(1), LONGEST);
    if (identity.compareTo(least) < 0) {
      settings.fault(
          prefix + "identity",
          "is below retention.payload, or below the time in which this provider delivers again",
          "give at least " + least);
    }
    return new Period(payload, identity);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  Duration shortestPayload() {
    return all().map(Period::payload).min(Duration::compareTo).orElse(PAYLOAD);
  }

  Duration shortestIdentity() {
    return all().map(Period::identity).min(Duration::compareTo).orElse(IDENTITY);
  }

  private Stream<Period> all() {
    return Stream.concat(Stream.of(OTHERS), bySource.values().stream());
  }
}
