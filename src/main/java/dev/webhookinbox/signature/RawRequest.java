package dev.webhookinbox.signature;

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

  /** Without body, query and header values: they may hold what must not be logged. */
  @Override
  public String toString() {
    return "RawRequest[" + method + ", " + body.length + " bytes]";
  }
}
