package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.Part;
import dev.webhookinbox.signature.Secrets;
import dev.webhookinbox.signature.SignedParts;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import java.time.Duration;

/** {@code version:timestamp:body} under HMAC-SHA256, as Slack and Zoom sign it. */
final class VersionedTime {

  private VersionedTime() {}

  static SignedParts of(
      String version, String signature, String timestamp, SourceSettings settings) {
    return of(version, signature, timestamp, settings, settings.secrets(KeyForm.text()));
  }

  static SignedParts of(
      String version,
      String signature,
      String timestamp,
      SourceSettings settings,
      Secrets secrets) {
    return SignedParts.hex(
            Algorithm.HMAC_SHA256,
            HeaderPart.after(version + "=", signature),
            secrets,
            Part.text(version + ":"),
            Part.header(timestamp),
            Part.text(":"),
            Part.body())
        .at(
            new SignedTime(
                Field.header(timestamp),
                TimeForm.SECONDS,
                settings.tolerance(Duration.ofMinutes(5))));
  }
}
