package dev.webhookinbox.signature;

import dev.webhookinbox.platform.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one source, as its profile reads it. Whatever a profile does not ask for is
 * told as an unknown key, so ask only for what has an effect. Faults are collected, never thrown.
 */
public final class SourceSettings {

  private static final Duration LONGEST_TOLERANCE = Duration.ofDays(7);

  private final Settings settings;
  private final String name;
  private final String prefix;
  private final RemoteFetch remote;

  SourceSettings(Settings settings, String name, RemoteFetch remote) {
    this.settings = settings;
    this.name = name;
    this.remote = remote;
    this.prefix = "inbox.source." + name + ".";
  }

  /** The source's name, which is the last part of its path. */
  public String name() {
    return name;
  }

  /** The way to a provider's published keys. */
  public RemoteFetch remote() {
    return remote;
  }

  /** The value of {@code inbox.source.<name>.<key>}. */
  public Optional<String> text(String key) {
    return settings.text(prefix + key);
  }

  public String required(String key, String mend) {
    return settings.required(prefix + key, mend);
  }

  public List<String> list(String key) {
    return settings.list(prefix + key);
  }

  public boolean flag(String key, boolean otherwise) {
    return settings.flag(prefix + key, otherwise);
  }

  /** One of these words. */
  public String oneOf(String key, List<String> words, String otherwise) {
    String word = text(key).orElse(otherwise);
    if (words.contains(word)) {
      return word;
    }
    fault(key, "is none of its words", "give one of " + String.join(", ", words));
    return otherwise;
  }

  /** Records what is wrong; neither text may hold the value, which could be a secret. */
  public void fault(String key, String problem, String mend) {
    settings.fault(prefix + key, problem, mend);
  }

  /** How far a signed time may be from now, both ways. */
  public Duration tolerance(Duration otherwise) {
    return settings.duration(
        prefix + "tolerance", otherwise, Duration.ofSeconds(1), LONGEST_TOLERANCE);
  }

  /**
   * The same where the provider states no limit, and may send an old signature again: none unless
   * the configuration has one.
   */
  public Optional<Duration> toleranceIfSet() {
    return text("tolerance").map(given -> tolerance(LONGEST_TOLERANCE));
  }

  /** The URL that the provider calls, for schemes that sign it. */
  public SignedUrl signedUrl() {
    Optional<URI> url = settings.url(prefix + "public-url");
    return new SignedUrl(url.orElse(null));
  }

  /**
   * Every source may have these keys; where its provider has no use for one, it has no effect. Only
   * asked for, not read: a profile that uses one has told its faults already.
   */
  void askForCommonKeys() {
    settings.isSet(prefix + "public-url");
    settings.isSet(prefix + "tolerance");
    settings.isSet(prefix + "account");
    settings.isSet(prefix + "account-from");
  }

  /** Whose events these are; the profile signs no place that tells it. */
  public AccountScope account() {
    return account(null);
  }

  /**
   * Whose events these are.
   *
   * @param signedPlace where the verified document tells it, null if nowhere
   */
  public AccountScope account(@Nullable Field signedPlace) {
    String configured = text("account").orElse(name);
    boolean fromPayload =
        oneOf("account-from", List.of("configuration", "payload"), "configuration")
            .equals("payload");
    if (fromPayload && signedPlace == null) {
      fault(
          "account-from",
          "cannot be payload: this provider signs no account",
          "remove it, and set account where the source's name will not do");
    }
    return new AccountScope(configured, fromPayload ? signedPlace : null);
  }

  /** All secrets of {@code secret} or {@code secret-file}; there must be at least one. */
  public Secrets secrets(KeyForm form) {
    Optional<String> file = text("secret-file");
    if (file.isPresent() && settings.isSet(prefix + "secret")) {
      fault("secret-file", "is set beside secret", "keep one of the two");
    }
    return file.map(path -> fromFile(path, form)).orElseGet(() -> listed(form));
  }

  private Secrets fromFile(String path, KeyForm form) {
    try {
      return new SecretFile(prefix + "secret-file", Path.of(path), form);
    } catch (IOException | InvalidPathException e) {
      fault("secret-file", "cannot be read", "check that it exists and the server may read it");
    } catch (IllegalArgumentException e) {
      fault(
          "secret-file",
          "is empty or holds a line that is no secret of this provider",
          "give one secret a line, newest first");
    }
    return now -> List.of();
  }

  private Secrets listed(KeyForm form) {
    String given = required("secret", "give the secret that the provider shows, or a secret-file");
    List<Secrets.Windowed> secrets = new ArrayList<>();
    if (!given.isEmpty()) {
      String[] parts = given.split(",", -1);
      for (int at = 0; at < parts.length; at++) {
        Instant notAfter = notAfter("secret." + (at + 1) + ".not-after");
        key(parts[at].strip(), form)
            .ifPresent(key -> secrets.add(new Secrets.Windowed(key, notAfter)));
      }
    }
    return Secrets.of(secrets);
  }

  private Optional<Key> key(String secret, KeyForm form) {
    try {
      if (!secret.isEmpty()) {
        return Optional.of(form.read(secret));
      }
      fault("secret", "holds an empty secret", "remove the stray comma; an empty one is no secret");
    } catch (IllegalArgumentException e) {
      fault(
          "secret",
          "holds a secret that is not of this provider's form",
          "copy it whole from the provider; src/docs/providers.md shows the form");
    }
    return Optional.empty();
  }

  private Instant notAfter(String key) {
    try {
      return text(key).map(Instant::parse).orElse(Instant.MAX);
    } catch (DateTimeParseException e) {
      fault(key, "is not an instant", "give one such as 2027-01-31T00:00:00Z");
      return Instant.MAX;
    }
  }
}
