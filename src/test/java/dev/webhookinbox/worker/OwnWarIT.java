package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import dev.webhookinbox.fixture.War;
import dev.webhookinbox.signature.Signing;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnWarIT {

  @TempDir Path directory;

  @Test
  @DisplayName(
      "in a WAR of somebody else's the product is a library, and handles with that WAR's handlers what comes by that WAR's profile")
  void library() {
    try (Postgres postgres = Postgres.start(directory.resolve("pg"))) {
      Database database = postgres.freshDatabase();
      database.update(UserHandlers.TABLE);
      try (Server server =
          Server.on(database)
              .war(War.around(directory, UserHandlers.class, AcmeProfile.class))
              .with(Sources.settings())
              .with("inbox.sources", "standard,stripe,github,raw,shop")
              .with("inbox.source.shop.provider", "acme")
              .with("inbox.source.shop.secret", "a-shared-secret")
              .with("inbox.source.shop.account-from", "payload")
              .start()) {
        Hooks.of(server)
            .send("standard", Sources.STANDARD.sign("evt_1", "{\"type\":\"local.ok\"}"));

        assertThat(acme(server, "a-shared-secret")).isEqualTo(200);
        assertThat(acme(server, "another-secret")).isEqualTo(401);

        await()
            .until(
                () ->
                    database.count("SELECT count(*) FROM webhook_jobs WHERE state = 'done'") == 2);
        assertThat(database.count("SELECT count(*) FROM effects WHERE handler = 'local'"))
            .isEqualTo(1);
        assertThat(
                database.rows(
                    "SELECT account_scope, event_id, event_type FROM webhook_jobs WHERE provider = 'acme'"))
            .containsExactly(
                Map.of("account_scope", "s1", "event_id", "e1", "event_type", "order.paid"));
      }
    }
  }

  private static int acme(Server server, String secret) {
    String body = "{\"shop\":\"s1\",\"event\":{\"id\":\"e1\",\"name\":\"order.paid\"}}";
    String time = String.valueOf(Instant.now().getEpochSecond());
    HttpRequest request =
        HttpRequest.newBuilder(server.baseUrl().resolve("/hooks/shop"))
            .header("Acme-Time", time)
            .header("Acme-Signature", "v1=" + Signing.hex(secret, Signing.utf8(time + "." + body)))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient()
        .sendAsync(request, HttpResponse.BodyHandlers.discarding())
        .join()
        .statusCode();
  }
}
