package dev.webhookinbox.operations;

import jakarta.servlet.annotation.HttpConstraint;
import jakarta.servlet.annotation.ServletSecurity;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The one address that the server lets nobody in to whom it does not know: it signs people on here,
 * and the console goes on. Public because the servlet container makes it.
 */
@WebServlet(SignOnServlet.PATH)
@ServletSecurity(@HttpConstraint(rolesAllowed = "**"))
public class SignOnServlet extends HttpServlet {

  static final String PATH = "/console/sign-on";

  private static final long serialVersionUID = 1L;

  /** For the servlet container. */
  public SignOnServlet() {}

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.sendRedirect(request.getContextPath() + "/console/");
  }
}
