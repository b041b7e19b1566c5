package dev.webhookinbox.operations;

import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Looks at who asks: the same for the API and the console. */
@Dependent
class Admission {

  /** What a stranger is asked for. */
  static final String CHALLENGE = "Basic realm=\"Webhook Inbox\", charset=\"UTF-8\"";

  private static final System.Logger LOG = System.getLogger(Admission.class.getName());

  @Inject Operators operators;

  /** Whether the server asks strangers who they are, and not we. */
  boolean isLeftToServer() {
    return operators.areOfServer();
  }

  /**
   * Who it is.
   *
   * @param authorization the header, null if there is none
   * @param address the remote address as the server saw it
   */
  Login login(@Nullable String authorization, String address) {
    if (isLeftToServer()) {
      return operators.present();
    }
    Optional<Credentials> credentials = Optional.ofNullable(authorization).flatMap(Credentials::in);
    if (credentials.isEmpty()) {
      return new Login.Unknown();
    }
    Login login = operators.login(credentials.get(), address);
    if (!(login instanceof Login.Welcome)) {
      LOG.log(Level.INFO, "WHI-502 login refused, from {0}", address);
    }
    return login;
  }
}
