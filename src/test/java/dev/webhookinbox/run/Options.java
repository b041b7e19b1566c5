package dev.webhookinbox.run;

import dev.webhookinbox.fixture.Database;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/** What the user asked for with {@code -Dinbox.…}. */
record Options(int port, Path data, Optional<Path> configuration, Optional<Database> database) {

  private static final int CONNECT_SECONDS = 5;

  static Options read() {
    return new Options(
        port(given("inbox.port").orElse("8080")),
        Path.of(given("inbox.data").orElse(".data")).toAbsolutePath().normalize(),
        given("inbox.config").map(file -> Path.of(file).toAbsolutePath()),
        given("inbox.db.url").map(Options::database));
  }

  private static Optional<String> given(String key) {
    return Optional.ofNullable(System.getProperty(key)).filter(value -> !value.isBlank());
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // told below, as for a number out of bounds
    }
    throw new Refusal("-Dinbox.port is no port: give a number from 1 to 65535.");
  }

  private static Database database(String url) {
    String user = given("inbox.db.user").orElse(System.getProperty("user.name", "postgres"));
    Database database = new Database(url, user, given("inbox.db.password").orElse(""));
    if ((url + user + database.password()).chars().anyMatch(Character::isWhitespace)) {
      throw new Refusal(
          "-Dinbox.db.url, user or password holds a blank, which the server's commands cannot carry:"
              + " change it.");
    }
    return database;
  }

  /** Looks whether the port is free and the database there, before anything is started. */
  void check() {
    checkPort();
    database.ifPresent(Options::checkDatabase);
  }

  private void checkPort() {
    try (ServerSocket socket = new ServerSocket(port)) {
      socket.setReuseAddress(true);
    } catch (IOException e) {
      throw new Refusal(
          "Port %d cannot be used (%s): stop what listens there, or give another port with -Dinbox.port=%d."
              .formatted(port, e.getMessage(), port < 65_000 ? port + 1000 : 8080),
          e);
    }
  }

  private static void checkDatabase(Database database) {
    DriverManager.setLoginTimeout(CONNECT_SECONDS);
    try (Connection connection = database.connect()) {
      connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason given");
      throw new Refusal(
          "The PostgreSQL of -Dinbox.db.url cannot be used as user %s (%s): start it, or correct"
                  .formatted(database.user(), reason)
              + " -Dinbox.db.url, -Dinbox.db.user and -Dinbox.db.password.",
          e);
    }
  }
}
