package dev.webhookinbox.operations;

import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who may come in. An unknown name costs what a wrong password costs, so the time tells nothing. A
 * name that is being guessed is locked for its owner too, for about a minute at most: an exception
 * for the owner would be one for the guesser. Thread-safe.
 */
final class Operators {

  private static final int MOST_REMEMBERED = 10_000;

  private final Map<String, Operator> byName;
  private final int mostIterations;
  private final Throttle throttle;
  private final KnownPasswords known;
  private final Gate gate = new Gate();

  Operators(Map<String, Operator> byName, LongSupplier nanoTime) {
    this.byName = Map.copyOf(byName);
    this.mostIterations =
        byName.values().stream().mapToInt(each -> each.password().iterations()).max().orElse(0);
    this.throttle = new Throttle(nanoTime, MOST_REMEMBERED);
    this.known = new KnownPasswords(nanoTime);
  }

  /**
   * @param address the remote address as the server saw it
   */
  Login login(Credentials credentials, String address) {
    if (byName.isEmpty()) {
      return new Login.Unknown();
    }
    String origin = RemoteAddress.network(address);
    return early(credentials, origin)
        .orElseGet(() -> gate.pass(() -> slow(credentials, origin), new Login.TooSoon(1)));
  }

  /** Once more inside the gate: what waited there may be decided by now. */
  private Login slow(Credentials credentials, String origin) {
    return early(credentials, origin).orElseGet(() -> derived(credentials, origin));
  }

  private Optional<Login> early(Credentials credentials, String origin) {
    int seconds = Math.max(throttle.wait(userKey(credentials)), throttle.wait(addressKey(origin)));
    if (seconds > 0) {
      return Optional.of(new Login.TooSoon(seconds));
    }
    Operator operator = byName.get(credentials.user());
    return operator != null && known.holds(credentials)
        ? Optional.of(new Login.Welcome(operator))
        : Optional.empty();
  }

  private Login derived(Credentials credentials, String origin) {
    Operator operator = byName.get(credentials.user());
    if (matches(operator, credentials) && operator != null) {
      known.add(credentials);
      throttle.forget(userKey(credentials)); // not the address: its owner could guess on
      return new Login.Welcome(operator);
    }
    throttle.failed(userKey(credentials));
    throttle.failed(addressKey(origin));
    return new Login.Unknown();
  }

  private boolean matches(@Nullable Operator operator, Credentials credentials) {
    int own = operator == null ? 0 : operator.password().iterations();
    boolean matches = operator != null && operator.password().matches(credentials.password());
    PasswordHash.spend(mostIterations - own);
    return matches;
  }

  /** Names that nobody has are counted too, or a missing delay would tell that nobody has them. */
  private static String userKey(Credentials credentials) {
    String name = credentials.user();
    return name.length() > OperatorSettings.LONGEST_NAME ? "users of long names" : "user " + name;
  }

  private static String addressKey(String origin) {
    return "address " + origin;
  }
}
