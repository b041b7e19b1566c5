package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.security.MessageDigest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The token of {@code inbox.metrics.token}: it opens the metrics, and nothing else. */
@Dependent
class MetricsToken implements ConfigurationSection {

  private static final String KEY = "inbox.metrics.token";
  private static final String SCHEME = "Bearer ";
  private static final int SHORTEST = 8;

  private Optional<String> token = Optional.empty();

  @Inject
  void configure(Settings settings) {
    token = settings.text(KEY);
  }

  @Override
  public void read(Settings settings) {
    if (settings.text(KEY).filter(text -> text.length() < SHORTEST).isPresent()) {
      settings.fault(KEY, "is easy to guess", "give at least " + SHORTEST + " characters");
    }
  }

  /**
   * Whether the request shows the token.
   *
   * @param path below {@code /api}, with a slash before it (RESTEasy) or without (Jersey)
   * @param authorization the header, null if there is none
   */
  boolean opens(String method, String path, @Nullable String authorization) {
    return method.equals("GET")
        && path.replaceFirst("^/", "").equals(MetricsResource.PATH)
        && authorization != null
        && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        && token.filter(own -> equal(own, authorization.substring(SCHEME.length()))).isPresent();
  }

  private static boolean equal(String one, String other) {
    return MessageDigest.isEqual(one.getBytes(UTF_8), other.strip().getBytes(UTF_8));
  }
}
