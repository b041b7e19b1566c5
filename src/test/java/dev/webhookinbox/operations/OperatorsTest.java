package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OperatorsTest {

  private static final Operator ANNA = new Operator("anna", Role.OPERATOR);
  private static final PasswordHash RIGHT =
      PasswordHash.of("right".toCharArray(), PasswordHash.LEAST_ITERATIONS);

  private final AtomicLong time = new AtomicLong();
  private final Operators operators =
      new Operators(
          new ConfiguredRealm(Map.of("anna", new ConfiguredRealm.User(ANNA, RIGHT))), time::get);

  private Login login(String user, String password, String address) {
    return operators.login(new Credentials(user, password), address);
  }

  @Test
  @DisplayName("the right password is welcome, another and another user are not known")
  void passwords() {
    assertThat(login("anna", "right", "1.1.1.1")).isEqualTo(new Login.Welcome(ANNA));
    assertThat(login("anna", "wrong", "1.1.1.1")).isEqualTo(new Login.Unknown());
    assertThat(login("ben", "right", "1.1.1.1")).isEqualTo(new Login.Unknown());
  }

  @Test
  @DisplayName("without a user nobody comes in")
  void nobody() {
    assertThat(
            new Operators(new ConfiguredRealm(Map.of()), time::get)
                .login(new Credentials("a", ""), "1.1.1.1"))
        .isEqualTo(new Login.Unknown());
  }

  @Test
  @DisplayName("after five failures even the right password waits, whether the name exists or not")
  void guessedName() {
    for (String name : new String[] {"anna", "nobody"}) {
      for (int guess = 0; guess < 5; guess++) {
        login(name, "wrong", "1.1.1." + name + guess);
      }
      assertThat(login(name, "right", "9.9.9.9")).isEqualTo(new Login.TooSoon(1));
    }
    time.addAndGet(Duration.ofSeconds(1).toNanos());

    assertThat(login("anna", "right", "9.9.9.9")).isEqualTo(new Login.Welcome(ANNA));
  }

  @Test
  @DisplayName("an address that guesses many names waits too, and another one does not")
  void guessingAddress() {
    for (int guess = 0; guess < 5; guess++) {
      login("name" + guess, "wrong", "2001:db8::" + guess);
    }

    assertThat(login("anna", "right", "2001:db8::ffff")).isEqualTo(new Login.TooSoon(1));
    assertThat(login("anna", "right", "2001:db9::1")).isEqualTo(new Login.Welcome(ANNA));
  }

  @Test
  @DisplayName("a password that was right a moment ago is not derived again")
  void remembered() {
    login("anna", "right", "1.1.1.1");
    long before = System.nanoTime();
    for (int call = 0; call < 100; call++) {
      assertThat(login("anna", "right", "1.1.1.1")).isEqualTo(new Login.Welcome(ANNA));
    }

    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    assertThat(login("anna", "right ", "1.1.1.1")).isEqualTo(new Login.Unknown());
  }
}
