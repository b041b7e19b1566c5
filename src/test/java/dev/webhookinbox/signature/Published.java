package dev.webhookinbox.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A provider's own host, which gives the same answer to everything, and what it was asked. */
public final class Published implements RemoteFetch {

  private final int status;
  private final byte[] body;
  private final List<URI> asked = new ArrayList<>();

  private Published(int status, String body) {
    this.status = status;
    this.body = body.getBytes(UTF_8);
  }

  public static Published of(String body) {
    return new Published(200, body);
  }

  public static Published status(int status) {
    return new Published(status, "");
  }

  public static Published of(int status, String body) {
    return new Published(status, body);
  }

  public List<URI> asked() {
    return asked;
  }

  @Override
  public synchronized Fetched get(URI url) {
    asked.add(url);
    return new Fetched(status, body);
  }

  @Override
  public Fetched post(URI url, String json) {
    return get(url);
  }
}
