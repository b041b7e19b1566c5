package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * A password as the configuration holds it: {@code pbkdf2-sha256:<iterations>:<salt>:<hash>}, salt
 * and hash in base64. The main method makes one; it needs nothing but this class and a JDK.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as a record
record PasswordHash(int iterations, byte[] salt, byte[] hash) {

  static final int LEAST_ITERATIONS = 100_000;
  static final int MOST_ITERATIONS = 10_000_000;

  private static final int USUAL_ITERATIONS = 600_000;
  private static final int SALT_BYTES = 16;
  private static final int HASH_BYTES = 32;
  private static final String NAME = "pbkdf2-sha256";
  private static final Pattern FORM =
      Pattern.compile(NAME + ":([0-9]{1,8}):([A-Za-z0-9+/=]{1,200}):([A-Za-z0-9+/=]{1,200})");

  /** The hash that this text is; absent if it is malformed. */
  static Optional<PasswordHash> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? decoded(Integer.parseInt(matcher.group(1)), matcher.group(2), matcher.group(3))
        : Optional.empty();
  }

  private static Optional<PasswordHash> decoded(int iterations, String salt, String hash) {
    try {
      PasswordHash parsed =
          new PasswordHash(
              iterations, Base64.getDecoder().decode(salt), Base64.getDecoder().decode(hash));
      return Optional.of(parsed).filter(PasswordHash::isWhole);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private boolean isWhole() {
    return salt.length >= SALT_BYTES && hash.length == HASH_BYTES;
  }

  /** Whether so few iterations that a stolen hash is soon guessed, or so many that none logs in. */
  boolean isOutOfRange() {
    return iterations < LEAST_ITERATIONS || iterations > MOST_ITERATIONS;
  }

  static PasswordHash of(char[] password, int iterations) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return new PasswordHash(iterations, salt, derive(password, salt, iterations));
  }

  /** Derives the hash, which takes long on purpose, and compares in constant time. */
  boolean matches(String password) {
    return MessageDigest.isEqual(hash, derive(password.toCharArray(), salt, iterations));
  }

  /** Takes as long as so many iterations do. */
  static void spend(int iterations) {
    if (iterations > 0) {
      derive(new char[] {'x'}, new byte[SALT_BYTES], iterations);
    }
  }

  private static byte[] derive(char[] password, byte[] salt, int iterations) {
    PBEKeySpec spec = new PBEKeySpec(password, salt, iterations, HASH_BYTES * Byte.SIZE);
    try {
      return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks PBKDF2WithHmacSHA256", e);
    } finally {
      spec.clearPassword();
    }
  }

  String text() {
    Base64.Encoder base64 = Base64.getEncoder();
    return String.join(
        ":",
        NAME,
        Integer.toString(iterations),
        base64.encodeToString(salt),
        base64.encodeToString(hash));
  }

  /** Nothing that helps to guess. */
  @Override
  public String toString() {
    return "PasswordHash[" + iterations + "]";
  }

  /**
   * Reads a password, from the terminal without echo or else the first line of standard input, and
   * prints the line for the configuration. Arguments would stand in the shell's history and in the
   * list of processes, so there is only one: the user's name.
   */
  public static void main(String[] arguments) throws IOException {
    char[] password = password(System.console());
    if (password.length == 0) {
      System.err.println("No password was given.");
      System.exit(1);
    }
    String user = arguments.length == 1 ? arguments[0] : "<user>";
    String hash = of(password, USUAL_ITERATIONS).text();
    Arrays.fill(password, ' ');
    System.out.println("inbox.operator." + user + ".password-hash=" + hash);
  }

  private static char[] password(@Nullable Console console) throws IOException {
    if (console == null) {
      String line = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
      return line == null ? new char[0] : line.toCharArray();
    }
    char[] first = console.readPassword("Password: ");
    char[] again = console.readPassword("Once more: ");
    return first != null && Arrays.equals(first, again) ? first : new char[0];
  }
}
