package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * An event that never happened, for a test of what is behind the signature.
 *
 * @param id {@code inbox-test-} and a UUID, so that no other event has it
 * @param type of characters that need no escape in JSON, XML, a form or a header
 */
public record SampleEvent(String id, String type) {

  /** How every id begins. */
  public static final String TEST = "inbox-test-";

  /** Stands in an unsigned document where the signature, or the token, is to come. */
  public static final String PROOF = "{proof}";

  private static final Pattern ID =
      Pattern.compile(TEST + "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._:/-]{1,100}");

  public SampleEvent {
    if (!isId(id) || !isPlain(type)) {
      throw new IllegalArgumentException("no test's id, or no plain type");
    }
  }

  /** Whether a text is the id of an event that never happened. */
  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Whether a text can be a type here. */
  public static boolean isPlain(String text) {
    return PLAIN.matcher(text).matches();
  }

  /** A request with this body, not signed yet. */
  public RawRequest request(String contentType, String body) {
    return new RawRequest(
        "POST",
        "http://localhost/",
        Headers.of(Map.of("Content-Type", List.of(contentType))),
        body.getBytes(UTF_8));
  }

  /** The same with a JSON document, written with apostrophes in place of quotes. */
  public RawRequest json(String template, Instant now) {
    return request("application/json", filled(template.replace('\'', '"'), now));
  }

  /** The same where the document has no place of its own for the id. */
  public RawRequest json(Instant now) {
    return json("{'type':'{type}','test':'{id}'}", now);
  }

  /**
   * A template with this event in it: {@code {id}}, {@code {type}}, which is {@code {first}} up to
   * its first dot and {@code {rest}} behind it, and the time as {@code {seconds}}, {@code {millis}}
   * or {@code {iso}}.
   */
  public String filled(String template, Instant now) {
    int dot = type.indexOf('.');
    return template
        .replace("{id}", id)
        .replace("{type}", type)
        .replace("{first}", dot < 0 ? type : type.substring(0, dot))
        .replace("{rest}", dot < 0 ? "" : type.substring(dot + 1))
        .replace("{seconds}", TimeForm.SECONDS.text(now))
        .replace("{millis}", TimeForm.MILLIS.text(now))
        .replace("{iso}", TimeForm.ISO.text(now));
  }

  /** Whether a request was found genuine and to be this event, where its provider has types. */
  boolean isIn(Verdict verdict) {
    return verdict instanceof Verdict.Verified verified
        && verified.events().stream()
            .allMatch(
                it -> it.eventId().equals(id) && (it.type().isEmpty() || it.type().equals(type)));
  }
}
