package dev.webhookinbox.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Properties;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The one user of what runs without a configuration, with a password made at the first start. */
record DemoOperator(String password) {

  static final String NAME = "operator";

  private static final int ITERATIONS = 100_000;
  private static final int PASSWORD_BYTES = 12;

  static DemoOperator in(Path file) throws IOException {
    if (!Files.exists(file)) {
      var ownerOnly = PosixFilePermissions.fromString("rw-------");
      Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
      Files.writeString(file, Base64.getUrlEncoder().encodeToString(random(PASSWORD_BYTES)) + "\n");
    }
    return new DemoOperator(Files.readString(file).strip());
  }

  void configure(Properties properties) {
    properties.setProperty("inbox.operator." + NAME + ".roles", "operator");
    properties.setProperty("inbox.operator." + NAME + ".password-hash", hash());
  }

  private String hash() {
    byte[] salt = random(16);
    try {
      PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, 256);
      byte[] hash =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      Base64.Encoder base64 = Base64.getEncoder();
      return "pbkdf2-sha256:%d:%s:%s"
          .formatted(ITERATIONS, base64.encodeToString(salt), base64.encodeToString(hash));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks PBKDF2", e);
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  /** What a person needs to log in. */
  String line(String baseUrl) {
    return "Console: %s/console/   user %s, password %s\n".formatted(baseUrl, NAME, password);
  }
}
