package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.json.Json;

/**
 * A request as it came, before anybody believes it.
 *
 * @param method in upper case
 * @param url the full request URL with its query, as the server saw it; where a source has a {@code
 *     public-url}, that one takes the place of scheme, host and path
 * @param body the exact bytes; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // a copy per reading would double a large body
public record RawRequest(String method, String url, Headers headers, byte[] body) {

  /** The same with this header in place of any of its name. */
  public RawRequest with(String header, String value) {
    return new RawRequest(method, url, headers.with(header, value), body);
  }

  /** The same with a signature, or a token, in each place that {@link SampleEvent#PROOF} keeps. */
  public RawRequest proven(String proof) {
    String quoted = Json.createValue(proof).toString();
    String inJson = quoted.substring(1, quoted.length() - 1);
    String text = new String(body, UTF_8).replace(SampleEvent.PROOF, inJson);
    return new RawRequest(
        method, url, headers.replacing(SampleEvent.PROOF, proof), text.getBytes(UTF_8));
  }

  /** Without body, query and header values: they may hold what must not be logged. */
  @Override
  public String toString() {
    return "RawRequest[" + method + ", " + body.length + " bytes]";
  }
}
