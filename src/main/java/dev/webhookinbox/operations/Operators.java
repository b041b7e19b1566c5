package dev.webhookinbox.operations;

import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Who may come in, slowed down where somebody guesses. A name that is being guessed is locked for
 * its owner too, for about a minute at most: an exception for the owner would be one for the
 * guesser. Thread-safe.
 */
final class Operators {

  private static final int MOST_REMEMBERED = 10_000;

  private final Realm realm;
  private final Throttle throttle;
  private final KnownPasswords known;
  private final Gate gate = new Gate();

  Operators(Realm realm, LongSupplier nanoTime) {
    this.realm = realm;
    this.throttle = new Throttle(nanoTime, MOST_REMEMBERED);
    this.known = new KnownPasswords(nanoTime);
  }

  /** Whether the server signs on, and names and passwords are none of ours. */
  boolean areOfServer() {
    return realm.isOfServer();
  }

  /** Whom the server has signed on. */
  Login present() {
    return realm.present().<Login>map(Login.Welcome::new).orElseGet(Login.Unknown::new);
  }

  /**
   * @param address the remote address as the server saw it
   */
  Login login(Credentials credentials, String address) {
    if (realm.isEmpty()) {
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
    return known.find(credentials).map(Login.Welcome::new);
  }

  private Login derived(Credentials credentials, String origin) {
    Optional<Operator> operator = realm.find(credentials);
    if (operator.isPresent()) {
      known.add(credentials, operator.get());
      throttle.forget(userKey(credentials)); // not the address: its owner could guess on
      return new Login.Welcome(operator.get());
    }
    throttle.failed(userKey(credentials));
    throttle.failed(addressKey(origin));
    return new Login.Unknown();
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
