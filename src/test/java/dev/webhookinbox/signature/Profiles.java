package dev.webhookinbox.signature;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** How the vectors' names, secrets and headers map to profiles and their configuration. */
final class Profiles {

  /** The vectors' names of providers, where the profile's name is another. */
  private static final Map<String, String> NAMES =
      Map.of(
          "standardwebhooks", "standard-webhooks",
          "standardwebhooks-v1a", "standard-webhooks");

  private static final Set<String> KNOWN = Set.of("standard-webhooks", "svix", "stripe", "github");

  /** Parts of the names of headers that are signed or hold the signature. */
  private static final List<String> SIGNED =
      List.of("signature", "webhook-", "svix-", "hmac", "timestamp");

  private Profiles() {}

  static Stream<Vector> vectors() {
    return Vector.all().stream().filter(vector -> KNOWN.contains(name(vector)));
  }

  static String name(Vector vector) {
    return NAMES.getOrDefault(vector.provider(), vector.provider());
  }

  static Source source(Vector vector) {
    return given(vector, vector.secret()).source();
  }

  static Given given(Vector vector, String secret) {
    return Given.provider(name(vector)).secret(secret);
  }

  static boolean isSigned(Vector vector, String header) {
    String lower = header.toLowerCase(Locale.ROOT);
    return SIGNED.stream().anyMatch(lower::contains);
  }

  static boolean bindsBody(Vector vector) {
    return true;
  }
}
