package dev.webhookinbox.operations;

import java.util.Map;
import java.util.Optional;

/** The users of {@code inbox.operator.*}. An unknown name costs what a wrong password costs. */
record ConfiguredRealm(Map<String, User> users) implements Realm {

  /** The hash is printed nowhere. */
  record User(Operator operator, PasswordHash password) {

    @Override
    public String toString() {
      return operator.toString();
    }
  }

  ConfiguredRealm(Map<String, User> users) {
    this.users = Map.copyOf(users);
  }

  @Override
  public boolean isEmpty() {
    return users.isEmpty();
  }

  @Override
  public Optional<Operator> find(Credentials credentials) {
    User user = users.get(credentials.user());
    boolean matches = user != null && user.password().matches(credentials.password());
    PasswordHash.spend(mostIterations() - (user == null ? 0 : user.password().iterations()));
    return user != null && matches ? Optional.of(user.operator()) : Optional.empty();
  }

  private int mostIterations() {
    return users.values().stream().mapToInt(each -> each.password().iterations()).max().orElse(0);
  }
}
