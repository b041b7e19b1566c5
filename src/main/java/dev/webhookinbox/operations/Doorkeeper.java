package dev.webhookinbox.operations;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/**
 * Stands before everything under {@code /api}, before a path is matched: a stranger does not even
 * learn which there are. Public because JAX-RS makes it.
 */
@Dependent
@PreMatching
@Priority(Priorities.AUTHENTICATION)
public class Doorkeeper implements ContainerRequestFilter {

  @Inject Admission admission;
  @Inject MetricsToken metrics;
  @Inject HttpServletRequest connection;

  /** For JAX-RS. */
  public Doorkeeper() {}

  @Override
  public void filter(ContainerRequestContext request) {
    refusal(request).ifPresent(request::abortWith);
  }

  private Optional<Response> refusal(ContainerRequestContext request) {
    Role needed = Role.neededFor(request.getMethod());
    if (needed == Role.OPERATOR && isCrossSite(request)) {
      return Optional.of(Problem.of(403, "Forbidden", "Another site sent this request.").build());
    }
    return stranger(request, needed)
        .or(() -> needed == Role.OPERATOR ? otherType(request) : Optional.empty());
  }

  private static boolean isCrossSite(ContainerRequestContext request) {
    String host = request.getHeaderString(HttpHeaders.HOST);
    return CrossSite.is(
        request.getHeaderString("Sec-Fetch-Site"),
        request.getHeaderString("Origin"),
        host == null ? request.getUriInfo().getRequestUri().getRawAuthority() : host);
  }

  /** An HTML form can send no such type, so no page can post here without being asked first. */
  private static Optional<Response> otherType(ContainerRequestContext request) {
    MediaType type = request.getMediaType();
    return type != null
            && MediaType.APPLICATION_JSON_TYPE.isCompatible(type)
            && !type.isWildcardType()
            && !type.isWildcardSubtype()
        ? Optional.empty()
        : Optional.of(Problem.of(415, "Unsupported media type", "Send application/json.").build());
  }

  private Optional<Response> stranger(ContainerRequestContext request, Role needed) {
    String authorization = request.getHeaderString(HttpHeaders.AUTHORIZATION);
    if (metrics.opens(request.getMethod(), request.getUriInfo().getPath(), authorization)) {
      return Optional.empty();
    }
    Login login = admission.login(authorization, connection.getRemoteAddr());
    if (login instanceof Login.Welcome welcome) {
      return admitted(request, welcome.operator(), needed);
    }
    if (login instanceof Login.TooSoon soon) {
      return Optional.of(Problem.tooMany("Too many failed logins: wait.", soon.seconds()).build());
    }
    return Optional.of(
        admission.isLeftToServer()
            ? Problem.of(401, "Unauthorized", "Sign on at /console/, or give a token.").build()
            : Problem.of(401, "Unauthorized", "Give a user's name and password.")
                .header(HttpHeaders.WWW_AUTHENTICATE, Admission.CHALLENGE)
                .build());
  }

  private static Optional<Response> admitted(
      ContainerRequestContext request, Operator operator, Role needed) {
    if (!operator.may(needed)) {
      return Optional.of(
          Problem.of(403, "Forbidden", "This takes the role " + needed.word() + ".").build());
    }
    boolean secure = request.getSecurityContext().isSecure();
    request.setSecurityContext(new Caller(operator, secure));
    return Optional.empty();
  }
}
