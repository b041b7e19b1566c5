package dev.webhookinbox.signature;

import java.io.IOException;
import java.net.URI;

/**
 * The way to what a provider publishes: keys and certificates. The caller has checked the URL
 * against the provider's own hosts; nothing here may follow a redirect to another.
 */
public interface RemoteFetch {

  /**
   * Fetches what the URL names.
   *
   * @throws IOException if there is no answer now
   */
  Fetched get(URI url) throws IOException;

  /**
   * Asks with a JSON document.
   *
   * @param json the request's body
   * @throws IOException if there is no answer now
   */
  Fetched post(URI url, String json) throws IOException;

  /** An answer. The body is not to be changed. */
  @SuppressWarnings("ArrayRecordComponent")
  record Fetched(int status, byte[] body) {
    public boolean isOk() {
      return status == 200;
    }

    /** The status alone. */
    @Override
    public String toString() {
      return "Fetched[" + status + "]";
    }
  }
}
