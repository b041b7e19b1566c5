package dev.webhookinbox.signature;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The URL as the provider signed it. Behind a proxy the server sees another one, so the configured
 * URL takes the place of scheme, host and path; the query stays the request's.
 */
public record SignedUrl(@Nullable URI publicUrl) {

  public String of(RawRequest request) {
    return publicUrl == null ? request.url() : withQuery(publicUrl, request.url());
  }

  private static String withQuery(URI publicUrl, String url) {
    int query = url.indexOf('?');
    return query < 0 || publicUrl.getRawQuery() != null
        ? publicUrl.toString()
        : publicUrl + url.substring(query);
  }
}
