package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Product;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inbox.users=container}: the server's own users, whom its roles let in. */
@Tag("core")
class ContainerUsersIT {

  private static final String PAUSE = "{\"reason\":\"planned work\"}";

  @TempDir static Path directory;

  private static Postgres postgres;
  private static Server server;

  @BeforeAll
  static void start() throws IOException {
    postgres = Postgres.start(directory.resolve("pg"));
    server =
        Server.on(postgres.freshDatabase())
            .script(users())
            .with(Sources.settings())
            .with("inbox.users", "container")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
  }

  /** Makes anna an operator of the inbox, vera a viewer, and zoe neither. */
  private static Path users() throws IOException {
    if (System.getProperty("inbox.server", "").equals("wildfly")) {
      return Product.ofThisProject().base().resolve("src/test/resources/wildfly/users.cli");
    }
    Path password = directory.resolve("password");
    Files.writeString(password, "AS_ADMIN_USERPASSWORD=" + Api.PASSWORD + "\n");
    String create = "create-file-user --passwordfile " + password + " --groups ";
    return Files.write(
        directory.resolve("users.asadmin"),
        List.of(
            create + "inbox-operator anna", create + "inbox-viewer vera", create + "others zoe"));
  }

  private static HttpResponse<String> pause(String user) {
    return Api.as(server, user).post("/api/sources/standard/pause", PAUSE);
  }

  @Test
  @DisplayName("who has the role inbox-operator looks and acts, and the audit has the name")
  void operator() {
    Api anna = Api.as(server, "anna");

    assertThat(pause("anna").statusCode()).isEqualTo(200);
    assertThat(anna.get("/api/audit").body()).contains("\"operator\":\"anna\"");
    assertThat(anna.get("/console/").statusCode()).isEqualTo(200);
    assertThat(anna.post("/api/sources/standard/resume", PAUSE).statusCode()).isEqualTo(200);
  }

  @Test
  @DisplayName("who has the role inbox-viewer looks and may not act")
  void viewer() {
    assertThat(Api.as(server, "vera").get("/api/sources").statusCode()).isEqualTo(200);
    assertThat(pause("vera").statusCode()).isEqualTo(403);
  }

  @Test
  @DisplayName("who has neither role may not even look, and is told which it takes")
  void neither() {
    HttpResponse<String> answer = Api.as(server, "zoe").get("/api/sources");

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).contains("viewer");
    assertThat(Api.as(server, "zoe").get("/console/").statusCode()).isEqualTo(403);
  }

  @Test
  @DisplayName("another password and another user are not let in, and nobody stays logged in")
  void strangers() {
    Api anna = Api.as(server, "anna");
    assertThat(anna.get("/api/sources").headers().firstValue("Set-Cookie")).isEmpty();

    assertThat(anna.with("Basic YW5uYTp3cm9uZw==").get("/api/sources").statusCode()).isEqualTo(401);
    assertThat(Api.as(server, "nobody").get("/api/sources").statusCode()).isEqualTo(401);
    assertThat(anna.with("").get("/api/sources").statusCode()).isEqualTo(401);
  }
}
