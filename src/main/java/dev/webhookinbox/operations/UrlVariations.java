package dev.webhookinbox.operations;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The URLs that the sender may have called, if a proxy called this server by another. */
final class UrlVariations {

  private static final Pattern URL =
      Pattern.compile("(https?)://([^/?#:]+)(:[0-9]+)?(/[^?#]*)?(\\?.*)?");

  private UrlVariations() {}

  static Stream<Variation> of(Capture capture) {
    Matcher url = URL.matcher(capture.url());
    return url.matches() ? of(capture, url) : Stream.empty();
  }

  private static Stream<Variation> of(Capture capture, Matcher url) {
    String path = url.group(4) == null ? "" : url.group(4);
    return Stream.of("https", "http")
        .flatMap(
            scheme ->
                ports(scheme, url.group(3))
                    .flatMap(
                        port ->
                            paths(path)
                                .map(
                                    each ->
                                        scheme + "://" + url.group(2) + port + each + query(url))))
        .distinct()
        .filter(each -> !each.equals(capture.url()))
        .map(each -> new Variation("url", "URL " + name(url, each), capture.withUrl(each)));
  }

  private static Stream<String> ports(String scheme, String port) {
    String usual = scheme.equals("https") ? ":443" : ":80";
    return Stream.of(port == null ? "" : port, "", usual).distinct();
  }

  private static Stream<String> paths(String path) {
    String bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return Stream.of(path, bare, bare + "/").distinct();
  }

  private static String query(Matcher url) {
    return url.group(5) == null ? "" : url.group(5);
  }

  /** What is other, without the query, which may hold what is not to be shown. */
  private static String name(Matcher given, String varied) {
    Matcher url = URL.matcher(varied);
    if (!url.matches()) {
      return "changed";
    }
    List<String> changes =
        Stream.of(
                changed("scheme", given.group(1), url.group(1)),
                changed("port", given.group(3), url.group(3)),
                changed("path", slash(given.group(4)), slash(url.group(4))))
            .flatMap(each -> each)
            .toList();
    return "with " + String.join(", ", changes);
  }

  private static String slash(String path) {
    return path != null && path.endsWith("/") ? "that ends with /" : "without / at its end";
  }

  private static Stream<String> changed(String what, String given, String varied) {
    String now = varied == null ? "none" : varied.replace(":", "");
    return Objects.equals(given, varied) ? Stream.empty() : Stream.of(what + " " + now);
  }
}
