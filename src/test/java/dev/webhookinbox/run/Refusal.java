package dev.webhookinbox.run;

/** Why the product cannot run, in one line that says what to do. */
final class Refusal extends RuntimeException {

  Refusal(String line) {
    super(line);
  }

  Refusal(String line, Throwable cause) {
    super(line, cause);
  }
}
