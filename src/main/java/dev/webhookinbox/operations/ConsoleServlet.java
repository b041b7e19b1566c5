package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.annotation.security.DeclareRoles;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code /console/}: the files of the console, for users alone. They are classpath resources, so
 * that a WAR with this application as a library has them too. Public because the servlet container
 * makes it.
 */
@WebServlet("/console/*")
@DeclareRoles({ContainerRealm.VIEWER, ContainerRealm.OPERATOR})
public class ConsoleServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS");

  private static final Map<String, String> TYPES =
      Map.of(
          "index.html", "text/html",
          "icon.svg", "image/svg+xml",
          "console.css", "text/css",
          "console.js", "text/javascript",
          "views.js", "text/javascript",
          "overview.js", "text/javascript",
          "event.js", "text/javascript",
          "page.js", "text/javascript");

  /** Nothing from elsewhere, nothing inline: markup in a payload could not run if it got in. */
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
              + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Opener-Policy",
          "same-origin",
          "Cache-Control",
          "no-store");

  @Inject transient Admission admission;

  /** For the servlet container. */
  public ConsoleServlet() {}

  /** The container would answer 501 to methods that it does not know, as if the fault were ours. */
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (METHODS.contains(request.getMethod())) {
      super.service(request, response);
    } else {
      response.setHeader("Allow", "GET, HEAD, OPTIONS");
      says(response, 405, "The console is read by GET.");
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HEADERS.forEach(response::setHeader);
    Login login = admission.login(request.getHeader("Authorization"), request.getRemoteAddr());
    if (login instanceof Login.TooSoon soon) {
      response.setIntHeader("Retry-After", soon.seconds());
      says(response, 429, "Too many failed logins: wait.");
    } else if (login instanceof Login.Unknown && admission.isLeftToServer()) {
      response.sendRedirect(request.getContextPath() + SignOnServlet.PATH);
    } else if (login instanceof Login.Unknown) {
      response.setHeader("WWW-Authenticate", Admission.CHALLENGE);
      says(response, 401, "Give a user's name and password.");
    } else if (login instanceof Login.Welcome it && !it.operator().may(Role.VIEWER)) {
      says(response, 403, "This takes the role viewer.");
    } else {
      file(request, response);
    }
  }

  private static void file(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = request.getPathInfo();
    if (path == null) {
      response.sendRedirect(request.getContextPath() + "/console/");
      return;
    }
    String name = path.equals("/") ? "index.html" : path.substring(1);
    String type = TYPES.get(name);
    if (type == null) {
      says(response, 404, "There is nothing at this path.");
      return;
    }
    response.setContentType(type + ";charset=UTF-8");
    try (@Nullable InputStream content =
        ConsoleServlet.class.getResourceAsStream("/console/" + name)) {
      if (content != null) {
        content.transferTo(response.getOutputStream());
      }
    }
  }

  private static void says(HttpServletResponse response, int status, String text)
      throws IOException {
    response.setStatus(status);
    response.setContentType("text/plain;charset=UTF-8");
    response.getOutputStream().write(text.getBytes(UTF_8));
  }
}
