package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.fixture.Evidence;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.ServerSetup;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import org.assertj.core.api.Assertions;

/** A user of the API, as curl would be. */
record Api(URI base, String authorization) {

  static final String PASSWORD = "operating-password-7";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(Version.HTTP_1_1).build();

  /** With the users anna, an operator, and vera, a viewer. */
  static ServerSetup users(ServerSetup setup) {
    String hash = PasswordHash.of(PASSWORD.toCharArray(), PasswordHash.LEAST_ITERATIONS).text();
    return setup
        .with("inbox.operator.anna.password-hash", hash)
        .with("inbox.operator.anna.roles", "operator")
        .with("inbox.operator.vera.password-hash", hash);
  }

  static Api as(Server server, String user) {
    String login = user + ":" + PASSWORD;
    return new Api(
        server.baseUrl(), "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8)));
  }

  Api with(String other) {
    return new Api(base, other);
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(base.resolve(path)));
  }

  HttpResponse<String> post(String path, String json) {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    HttpRequest.Builder own =
        authorization.isEmpty() ? request : request.setHeader("Authorization", authorization);
    HttpRequest sent = own.build();
    HttpResponse<String> response = CLIENT.sendAsync(sent, BodyHandlers.ofString()).join();
    if (!sent.uri().getPath().endsWith("/payload")) {
      Evidence.answered(response.body());
    }
    return response;
  }

  /** The document of an answer 200. */
  JsonObject json(String path) {
    return document(get(path));
  }

  static JsonObject document(HttpResponse<String> response) {
    Assertions.assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    try (JsonReader reader = Json.createReader(new StringReader(response.body()))) {
      return reader.readObject();
    }
  }
}
