package dev.webhookinbox.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Postgres;
import dev.webhookinbox.fixture.Product;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.net.CookieManager;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inbox.users=signed-on}: WildFly signs people on with an OpenID provider. */
@Tag("wildfly")
class SignedOnIT {

  private static final String ISSUER = "staff";
  private static final String TOKEN = "metrics-token-of-the-test";
  private static final MockOAuth2Server PROVIDER = new MockOAuth2Server();

  @TempDir static Path directory;

  private static Postgres postgres;
  private static Server server;

  @BeforeAll
  static void start() {
    PROVIDER.start();
    postgres = Postgres.start(directory);
    server =
        Server.on(postgres.freshDatabase())
            .script(
                Product.ofThisProject().base().resolve("src/test/resources/wildfly/signed-on.cli"))
            .jvm("-Dtest.provider=" + PROVIDER.baseUrl() + ISSUER)
            .with(Sources.settings())
            .with("inbox.metrics.token", TOKEN)
            .with("inbox.users", "signed-on")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
    postgres.close();
    PROVIDER.shutdown();
  }

  private static DefaultOAuth2TokenCallback tokenOf(String user, String role) {
    return new DefaultOAuth2TokenCallback(
        ISSUER,
        user,
        "JWT",
        List.of("webhook-inbox"),
        Map.of(
            "typ",
            "Bearer",
            "preferred_username",
            user,
            "realm_access",
            Map.of("roles", List.of(role))),
        3600);
  }

  /** A browser: it follows redirects and keeps cookies. */
  private static HttpClient browser() {
    return HttpClient.newBuilder()
        .cookieHandler(new CookieManager())
        .followRedirects(HttpClient.Redirect.NORMAL)
        .build();
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request) {
    return client.sendAsync(request.build(), BodyHandlers.ofString()).join();
  }

  private static HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(server.baseUrl().resolve(path));
  }

  /** Begins where the console sends strangers: Java's client follows five redirects at the most. */
  private static HttpResponse<String> signedOn(HttpClient browser) {
    HttpResponse<String> stranger = send(HttpClient.newHttpClient(), to("/console/"));
    return send(browser, to(stranger.headers().firstValue("Location").orElseThrow()));
  }

  private static HttpResponse<String> pause(HttpClient client) {
    return send(
        client,
        to("/api/sources/raw/pause")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"reason\":\"planned work\"}")));
  }

  @Test
  @DisplayName("the console sends a stranger to the provider, who comes back as its operator")
  void operator() {
    PROVIDER.enqueueCallback(tokenOf("anna", ContainerRealm.OPERATOR));
    HttpClient anna = browser();

    HttpResponse<String> console = signedOn(anna);
    assertThat(console.statusCode()).isEqualTo(200);
    assertThat(console.body()).contains("<title>");
    assertThat(console.uri().getPath()).isEqualTo("/console/");
    assertThat(pause(anna).statusCode()).isEqualTo(200);
    assertThat(send(anna, to("/api/audit")).body()).contains("\"operator\":\"anna\"");
  }

  @Test
  @DisplayName("a viewer may not act, and who has no role of ours may not look")
  void others() {
    PROVIDER.enqueueCallback(tokenOf("vera", ContainerRealm.VIEWER));
    HttpClient vera = browser();
    assertThat(signedOn(vera).statusCode()).isEqualTo(200);
    assertThat(send(vera, to("/api/sources")).statusCode()).isEqualTo(200);
    assertThat(pause(vera).statusCode()).isEqualTo(403);

    PROVIDER.enqueueCallback(tokenOf("zoe", "another-role"));
    HttpClient zoe = browser();
    assertThat(signedOn(zoe).statusCode()).isEqualTo(403);
    assertThat(send(zoe, to("/api/sources")).statusCode()).isEqualTo(403);
  }

  @Test
  @DisplayName(
      "a program shows a token of the provider; without one it is told so, and not asked for a password")
  void programs() {
    String token =
        PROVIDER
            .issueToken(ISSUER, "webhook-inbox", tokenOf("robot", ContainerRealm.VIEWER))
            .serialize();
    HttpClient program = HttpClient.newHttpClient();

    HttpRequest.Builder sources = to("/api/sources");
    HttpResponse<String> stranger = send(program, sources);
    assertThat(stranger.statusCode()).isEqualTo(401);
    assertThat(stranger.headers().firstValue("WWW-Authenticate").orElse(""))
        .doesNotContain("Basic");
    assertThat(send(program, sources.setHeader("Authorization", "Bearer " + token)).statusCode())
        .isEqualTo(200);
    String forged = token.substring(0, token.lastIndexOf('.') + 1) + "AAAA";
    assertThat(send(program, sources.setHeader("Authorization", "Bearer " + forged)).statusCode())
        .isEqualTo(401);
  }

  @Test
  @DisplayName("deliveries and the token of the metrics need nobody to sign on")
  void unaffected() {
    assertThat(Hooks.of(server).send("standard", Sources.STANDARD.sign("evt", "{\"type\":\"x\"}")))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(200);
    HttpRequest.Builder metrics = to("/api/metrics").header("Authorization", "Bearer " + TOKEN);
    assertThat(send(HttpClient.newHttpClient(), metrics).statusCode()).isEqualTo(200);
  }
}
