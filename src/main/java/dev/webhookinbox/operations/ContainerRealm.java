package dev.webhookinbox.operations;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/**
 * The users of the server's own security domain or realm, asked through the request (Servlet 6.0,
 * 13.3). Each is in one of the roles {@code inbox-viewer} and {@code inbox-operator}, which the
 * server gives; one in neither may do nothing.
 */
record ContainerRealm(HttpServletRequest request) implements Realm {

  static final String VIEWER = "inbox-viewer";
  static final String OPERATOR = "inbox-operator";

  /** Leaves nobody logged in: each request shows its password. */
  @Override
  public Optional<Operator> find(Credentials credentials) {
    try {
      request.login(credentials.user(), credentials.password());
      try {
        return Optional.of(new Operator(credentials.user(), role(request)));
      } finally {
        request.logout();
      }
    } catch (ServletException e) {
      return Optional.empty(); // unsaid why: its message may name what was typed as the user
    }
  }

  /** That of whoever is logged in. */
  static Role role(HttpServletRequest request) {
    if (request.isUserInRole(OPERATOR)) {
      return Role.OPERATOR;
    }
    return request.isUserInRole(VIEWER) ? Role.VIEWER : Role.NONE;
  }
}
