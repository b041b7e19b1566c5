package dev.webhookinbox.signature;

import dev.webhookinbox.platform.Settings;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The endpoints of the configuration, by name. */
public final class Sources {

  private final Map<String, Source> byName;

  private Sources(Map<String, Source> byName) {
    this.byName = byName;
  }

  /** Reads every source; what cannot work becomes a fault of the settings and is left out. */
  public static Sources read(Settings settings) {
    return read(settings, new HttpsFetch());
  }

  static Sources read(Settings settings, RemoteFetch remote) {
    Map<String, ProviderProfile> profiles = profiles(settings);
    Map<String, Source> sources = new LinkedHashMap<>();
    if (settings.required("inbox.sources", "name at least one source").isEmpty()) {
      return new Sources(sources);
    }
    for (String name : settings.names("inbox.sources")) {
      source(settings, name, profiles, remote).ifPresent(source -> sources.put(name, source));
    }
    return new Sources(sources);
  }

  private static Optional<Source> source(
      Settings settings, String name, Map<String, ProviderProfile> profiles, RemoteFetch remote) {
    String key = "inbox.source." + name + ".provider";
    String known = String.join(", ", profiles.keySet());
    String provider = settings.required(key, "give one of " + known);
    ProviderProfile profile = profiles.get(provider);
    if (profile == null) {
      if (!provider.isEmpty()) {
        settings.fault(key, "is no known provider", "give one of " + known);
      }
      return Optional.empty();
    }
    SourceSettings own = new SourceSettings(settings, name, remote);
    Scheme scheme = profile.scheme(own);
    own.askForCommonKeys();
    return Optional.of(new Source(name, provider, scheme));
  }

  /** The built-in profiles, and those in the application that this one is built into. */
  private static Map<String, ProviderProfile> profiles(Settings settings) {
    Map<String, ProviderProfile> profiles = new TreeMap<>();
    load(profiles, ProviderProfile.class.getClassLoader(), settings);
    load(profiles, Thread.currentThread().getContextClassLoader(), settings);
    return profiles;
  }

  private static void load(
      Map<String, ProviderProfile> profiles, @Nullable ClassLoader loader, Settings settings) {
    try {
      ServiceLoader.load(ProviderProfile.class, loader)
          .forEach(profile -> profiles.putIfAbsent(profile.name(), profile));
    } catch (ServiceConfigurationError e) {
      settings.fault(
          "inbox.sources", "meets a provider profile that cannot be loaded", e.getMessage() + "");
    }
  }

  public Optional<Source> named(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** In the order of the configuration. */
  public Collection<Source> all() {
    return Collections.unmodifiableCollection(byName.values());
  }
}
