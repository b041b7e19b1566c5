package dev.webhookinbox.operations;

import jakarta.ws.rs.core.SecurityContext;
import java.security.Principal;

/** The user of a request, as resources see it. */
record Caller(Operator operator, boolean isSecure) implements SecurityContext {

  @Override
  public Principal getUserPrincipal() {
    return operator::name;
  }

  @Override
  public boolean isUserInRole(String role) {
    return Role.WORDS.contains(role) && operator.may(Role.of(role));
  }

  @Override
  public String getAuthenticationScheme() {
    return BASIC_AUTH;
  }
}
