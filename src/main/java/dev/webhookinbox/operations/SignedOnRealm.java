package dev.webhookinbox.operations;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Optional;

/**
 * Whom the server signs on by itself before we see the request, by OpenID Connect for instance.
 * Roles are as in {@link ContainerRealm}.
 */
record SignedOnRealm(HttpServletRequest request) implements Realm {

  @Override
  public boolean isOfServer() {
    return true;
  }

  @Override
  public Optional<Operator> present() {
    Principal user = request.getUserPrincipal();
    return user == null
        ? Optional.empty()
        : Optional.of(new Operator(user.getName(), ContainerRealm.role(request)));
  }

  /** Nobody: a password is the business of whoever signs on. */
  @Override
  public Optional<Operator> find(Credentials credentials) {
    return Optional.empty();
  }
}
