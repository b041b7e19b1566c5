package dev.webhookinbox.run;

import java.net.URI;
import java.util.stream.Collectors;

/** What is told when events can be accepted. */
record Ready(URI baseUrl, Configuration configuration) {

  String with(Demo demo) {
    return line()
        + "\nSend a first signed event (and once more: the answer then is Inbox-Result: duplicate):\n\n"
        + demo.command(baseUrl.toString())
        + "\n"
        + demo.operator().line(baseUrl.toString())
        + end();
  }

  String withEndpoints() {
    return line()
        + configuration.sources().stream().map(this::endpoint).collect(Collectors.joining())
        + end();
  }

  private String line() {
    return "\nWebhook Inbox ready at " + baseUrl + "\n";
  }

  private String endpoint(String source) {
    return "  POST " + baseUrl + "/hooks/" + source + "   " + configuration.provider(source) + "\n";
  }

  private static String end() {
    return "\nCtrl-C stops it; what was accepted is kept.";
  }
}
