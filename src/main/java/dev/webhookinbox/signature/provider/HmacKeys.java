package dev.webhookinbox.signature.provider;

import dev.webhookinbox.signature.AccountScope;
import dev.webhookinbox.signature.Algorithm;
import dev.webhookinbox.signature.Encoding;
import dev.webhookinbox.signature.Field;
import dev.webhookinbox.signature.HeaderPart;
import dev.webhookinbox.signature.Identity;
import dev.webhookinbox.signature.KeyForm;
import dev.webhookinbox.signature.RawRequest;
import dev.webhookinbox.signature.SampleEvent;
import dev.webhookinbox.signature.SignedTime;
import dev.webhookinbox.signature.SourceSettings;
import dev.webhookinbox.signature.TimeForm;
import jakarta.json.Json;
import jakarta.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The {@code hmac.*} keys of a source, as the words of the model. */
final class HmacKeys {

  private static final List<String> ENCODINGS = List.of("hex", "base64", "base64url");

  private final SourceSettings settings;
  private final String header;
  private final String prefix;
  private final String separator;

  HmacKeys(SourceSettings settings) {
    this.settings = settings;
    this.header = settings.text("hmac.header").orElse("X-Signature");
    this.prefix = settings.text("hmac.prefix").orElse("");
    this.separator =
        switch (settings.oneOf(
            "hmac.separator", List.of("none", "comma", "semicolon", "space"), "none")) {
          case "comma" -> ",";
          case "semicolon" -> ";";
          case "space" -> " ";
          default -> "";
        };
  }

  HeaderPart signature() {
    return separator.isEmpty()
        ? HeaderPart.after(prefix, header)
        : HeaderPart.elements(header, separator, prefix);
  }

  Algorithm algorithm() {
    return switch (settings.oneOf(
        "hmac.algorithm", List.of("sha1", "sha256", "sha384", "sha512"), "sha256")) {
      case "sha1" -> Algorithm.HMAC_SHA1;
      case "sha384" -> Algorithm.HMAC_SHA384;
      case "sha512" -> Algorithm.HMAC_SHA512;
      default -> Algorithm.HMAC_SHA256;
    };
  }

  Encoding encoding() {
    return encoding(settings.oneOf("hmac.encoding", ENCODINGS, "hex"));
  }

  KeyForm keyForm() {
    String form =
        settings.oneOf("hmac.key", List.of("text", "hex", "base64", "base64url", "whsec"), "text");
    return switch (form) {
      case "text" -> KeyForm.text();
      case "whsec" -> KeyForm.whsec();
      default -> KeyForm.encoded(encoding(form));
    };
  }

  private static Encoding encoding(String word) {
    return Encoding.valueOf(word.toUpperCase(Locale.ROOT));
  }

  Optional<HeaderPart> timestamp() {
    return settings.text("hmac.timestamp").flatMap(this::timestamp);
  }

  private Optional<HeaderPart> timestamp(String place) {
    if (place.startsWith("header:") && place.length() > "header:".length()) {
      return Optional.of(HeaderPart.whole(place.substring("header:".length())));
    }
    if (place.startsWith("element:") && !separator.isEmpty()) {
      return Optional.of(
          HeaderPart.elements(header, separator, place.substring("element:".length())));
    }
    settings.fault(
        "hmac.timestamp",
        "is no place of a timestamp",
        "give header:NAME, or with hmac.separator element:PREFIX");
    return Optional.empty();
  }

  SignedTime signedTime(HeaderPart place) {
    return new SignedTime(Field.in(place), timeForm(), settings.tolerance(Duration.ofMinutes(5)));
  }

  private TimeForm timeForm() {
    String form =
        settings.oneOf("hmac.timestamp-form", List.of("seconds", "millis", "iso"), "seconds");
    return TimeForm.valueOf(form.toUpperCase(Locale.ROOT));
  }

  /** An id in the body is signed with it; one in a header only where the template names it. */
  Identity identity(HmacTemplate template) {
    String id = settings.required("hmac.id", "give header:NAME, json:/pointer or sha256");
    Field place = id.isEmpty() || id.equals("sha256") ? Field.bodyHash() : field("hmac.id", id);
    return (template.signs(id) ? Identity.signed(place) : Identity.unsigned(place))
        .type(optional("hmac.type"))
        .object(optional("hmac.object"))
        .order(optional("hmac.order"))
        .time(optional("hmac.time"));
  }

  AccountScope account(HmacTemplate template) {
    Optional<String> place = settings.text("hmac.account");
    if (place.isEmpty()) {
      return settings.account();
    }
    if (!template.signs(place.get())) {
      settings.fault(
          "hmac.account",
          "names a header that is not signed, so that anybody could change it",
          "name it in hmac.signed as {header:NAME}, or use json:/pointer");
    }
    return settings.account(field("hmac.account", place.get()));
  }

  /** Not signed yet. */
  RawRequest sample(SampleEvent event) {
    String id = settings.text("hmac.id").orElse("");
    String type = settings.text("hmac.type").orElse("");
    JsonValue typed = nested(type, event.type());
    JsonValue both = Json.createMergePatch(nested(id, event.id())).apply(typed);
    RawRequest request = event.request("application/json", both.toString());
    return inHeader(inHeader(request, id, event.id()), type, event.type());
  }

  RawRequest timed(RawRequest request, HeaderPart at, Instant now) {
    return at.write(request, timeForm().text(now));
  }

  private static RawRequest inHeader(RawRequest request, String place, String value) {
    return place.startsWith("header:")
        ? request.with(place.substring("header:".length()), value)
        : request;
  }

  /** The document with this at its pointer; elsewhere a member that makes each body another. */
  private static JsonValue nested(String place, String value) {
    if (!place.startsWith("json:/")) {
      return Json.createObjectBuilder().add("test", value).build();
    }
    String[] names = place.substring("json:/".length()).split("/", -1);
    JsonValue inner = Json.createValue(value);
    for (int at = names.length - 1; at >= 0; at--) {
      String name = names[at].replace("~1", "/").replace("~0", "~");
      inner = Json.createObjectBuilder().add(name, inner).build();
    }
    return inner;
  }

  private Field optional(String key) {
    return settings.text(key).map(place -> field(key, place)).orElse(Field.none());
  }

  private Field field(String key, String place) {
    if (place.startsWith("header:") && place.length() > "header:".length()) {
      return Field.header(place.substring("header:".length()));
    }
    if (place.startsWith("json:/")) {
      return Field.json(place.substring("json:".length()));
    }
    settings.fault(key, "is no place in a request", "give header:NAME or json:/pointer");
    return Field.none();
  }
}
