package dev.webhookinbox.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Properties;

/** What runs without a configuration: one source, whose events are logged. */
final class Demo {

  static final String SOURCE = "demo";

  private static final int SECRET_BYTES = 24;

  private final Path secret;
  private final Path configuration;
  private final DemoOperator operator;

  private Demo(Path secret, Path configuration, DemoOperator operator) {
    this.secret = secret;
    this.configuration = configuration;
    this.operator = operator;
  }

  /** Secret and password are made at the first start; the rest is written anew at every start. */
  static Demo in(DataDirectory data) {
    try {
      Demo demo =
          new Demo(
              data.file("demo.secret"),
              data.file("demo.properties"),
              DemoOperator.in(data.file("operator.password")));
      if (!Files.exists(demo.secret)) {
        demo.createSecret();
      }
      demo.writeConfiguration();
      return demo;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void createSecret() throws IOException {
    byte[] key = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(key);
    var ownerOnly = PosixFilePermissions.fromString("rw-------");
    Files.createFile(secret, PosixFilePermissions.asFileAttribute(ownerOnly));
    Files.writeString(secret, "whsec_" + Base64.getEncoder().encodeToString(key) + "\n");
  }

  private void writeConfiguration() throws IOException {
    Properties properties = new Properties();
    properties.setProperty("inbox.sources", SOURCE);
    properties.setProperty("inbox.source.demo.provider", "standard-webhooks");
    properties.setProperty("inbox.source.demo.secret-file", secret.toString());
    properties.setProperty("inbox.routes", "demo-log");
    properties.setProperty("inbox.route.demo-log.source", SOURCE);
    properties.setProperty("inbox.route.demo-log.action", "log");
    operator.configure(properties);
    try (Writer writer = Files.newBufferedWriter(configuration)) {
      properties.store(
          writer, "Written at every start without -Dinbox.config: copy it, to change it.");
    }
  }

  DemoOperator operator() {
    return operator;
  }

  Configuration configuration() {
    return Configuration.read(configuration);
  }

  /**
   * A command that signs an event when it is run and sends it. Its id is fixed, so that a second
   * run is a duplicate; it reads the secret instead of showing it.
   */
  String command(String baseUrl) {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return """
        (id=evt_%s now=$(date +%%s) body='{"type":"demo.hello","data":{"hello":"world"}}'; \\
         key=$(sed 's/^whsec_//' %s | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n'); \\
         mac=$(printf %%s "$id.$now.$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A); \\
         curl -i %s/hooks/%s -H "webhook-id: $id" -H "webhook-timestamp: $now" -H "webhook-signature: v1,$mac" \\
              -H 'content-type: application/json' --data-binary "$body")
        """
        .formatted(HexFormat.of().formatHex(random), quoted(secret), baseUrl, SOURCE);
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }
}
