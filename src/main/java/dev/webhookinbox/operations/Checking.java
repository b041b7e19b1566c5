package dev.webhookinbox.operations;

import dev.webhookinbox.platform.Settings;
import dev.webhookinbox.signature.Source;
import dev.webhookinbox.signature.Sources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks captured requests for users, so many a minute. Nothing of them is stored or logged. */
@ApplicationScoped
class Checking {

  private static final int MOST_A_MINUTE = 30;

  /** The captured body in base64, or with escapes, and the headers. */
  private static final int MOST_BYTES = 2 << 20;

  @Inject Sources sources;
  @Inject Clock clock;

  private final Allowance allowance = new Allowance(MOST_A_MINUTE, System::nanoTime);
  private Map<String, List<String>> headerNames = Map.of();

  @Inject
  void configure(Settings settings) {
    Map<String, List<String>> names = new HashMap<>();
    for (String source : settings.list("inbox.sources")) {
      names.put(source, HeaderNames.of(settings, source));
    }
    headerNames = names;
  }

  Response check(String name, String user, InputStream body) {
    Source source = sources.named(name).orElse(null);
    if (source == null) {
      return Problem.of(404, "No such source", "There is no source of this name.").build();
    }
    int seconds = allowance.take(user);
    if (seconds > 0) {
      return Problem.tooMany(MOST_A_MINUTE + " checks a minute are allowed.", seconds).build();
    }
    return read(source, body);
  }

  private Response read(Source source, InputStream body) {
    try {
      byte[] bytes = body.readNBytes(MOST_BYTES + 1);
      return bytes.length > MOST_BYTES ? tooLarge() : checked(source, CaptureReader.read(bytes));
    } catch (IOException e) {
      return Problem.of(400, "Body incomplete", "The body ended before its end.").build();
    }
  }

  /** The connection is of no more use: the rest of the body is still in it. */
  private static Response tooLarge() {
    return Problem.of(413, "Body too large", "The limit is " + MOST_BYTES + " bytes.")
        .header("Connection", "close")
        .build();
  }

  private Response checked(Source source, Capture capture) {
    Instant at = capture.at() == null ? clock.instant() : capture.at();
    List<String> names = headerNames.getOrDefault(source.name(), List.of());
    CheckReport report = new Diagnosis(source, capture, at, names).report();
    return Response.ok(report.json().toString(), MediaType.APPLICATION_JSON_TYPE).build();
  }
}
