package dev.webhookinbox.operations;

import dev.webhookinbox.platform.ConfigurationSection;
import dev.webhookinbox.platform.Settings;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whose users come in, by {@code inbox.users}: those of {@code inbox.operator.*}, or the server's.
 */
@Dependent
class OperatorSettings implements ConfigurationSection {

  static final int LONGEST_NAME = 63;

  private static final String USERS = "inbox.users";
  private static final String PREFIX = "inbox.operator.";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,62}");
  private static final String COMMAND =
      "make one with java -cp webhook-inbox-…-classes.jar " + PasswordHash.class.getName();

  @Override
  public void read(Settings settings) {
    configured(settings);
  }

  /** A configuration with faults has stopped the deployment before anybody asks for this. */
  @Produces
  @Singleton
  static Operators users(Settings settings, HttpServletRequest request) {
    Realm realm =
        switch (users(settings)) {
          case "container" -> new ContainerRealm(request);
          case "signed-on" -> new SignedOnRealm(request);
          default -> configured(settings);
        };
    return new Operators(realm, System::nanoTime);
  }

  private static String users(Settings settings) {
    return settings.text(USERS).orElse("config");
  }

  /** What cannot work becomes a fault of the settings and is left out. */
  static ConfiguredRealm configured(Settings settings) {
    String users = users(settings);
    if (!List.of("config", "container", "signed-on").contains(users)) {
      settings.fault(USERS, "is not known", "give config, container or signed-on");
    }
    Map<String, ConfiguredRealm.User> operators = new LinkedHashMap<>();
    for (String name : settings.below(PREFIX)) {
      if (NAME.matcher(name).matches()) {
        operator(settings, name).ifPresent(operator -> operators.put(name, operator));
      } else {
        settings.fault(
            PREFIX + "<user>",
            "holds a user name that is not usable",
            "use letters, digits, '-' and '_', at most 63 characters");
      }
    }
    if (!users.equals("config") && !operators.isEmpty()) {
      settings.fault(USERS, "is not config, beside users of " + PREFIX, "remove either");
    }
    return new ConfiguredRealm(operators);
  }

  private static Optional<ConfiguredRealm.User> operator(Settings settings, String name) {
    Role role = role(settings, PREFIX + name + ".roles");
    return hash(settings, PREFIX + name + ".password-hash")
        .map(hash -> new ConfiguredRealm.User(new Operator(name, role), hash));
  }

  /** The highest of the roles: each includes those below. */
  private static Role role(Settings settings, String key) {
    List<String> roles = settings.list(key);
    if (!Role.WORDS.containsAll(roles)) {
      settings.fault(key, "holds a role that is not known", "give viewer or operator");
    }
    return roles.contains(Role.OPERATOR.word()) ? Role.OPERATOR : Role.VIEWER;
  }

  private static Optional<PasswordHash> hash(Settings settings, String key) {
    String text = settings.required(key, COMMAND);
    Optional<PasswordHash> hash = PasswordHash.parse(text);
    if (hash.isEmpty() && !text.isEmpty()) {
      settings.fault(key, "is no hash of a password", COMMAND);
    }
    if (hash.filter(PasswordHash::isOutOfRange).isPresent()) {
      settings.fault(
          key,
          "has too few or too many iterations",
          "use "
              + PasswordHash.LEAST_ITERATIONS
              + " to "
              + PasswordHash.MOST_ITERATIONS
              + ", or "
              + COMMAND);
    }
    return hash.filter(each -> !each.isOutOfRange());
  }
}
