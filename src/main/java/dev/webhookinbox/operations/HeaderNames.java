package dev.webhookinbox.operations;

import dev.webhookinbox.platform.Settings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The headers in which signatures, their times and ids stand. Each is tried on the source, which
 * says by its verdict whether it cares, so that one too many here does no harm.
 */
final class HeaderNames {

  private static final Pattern NAMED = Pattern.compile("header:([A-Za-z0-9_-]+)");

  private static final List<String> KNOWN =
      List.of(
          "webhook-signature",
          "webhook-id",
          "webhook-timestamp",
          "svix-signature",
          "svix-id",
          "svix-timestamp",
          "Stripe-Signature",
          "X-Hub-Signature-256",
          "X-Hub-Signature",
          "X-GitHub-Delivery",
          "X-GitHub-Event",
          "X-Gitlab-Token",
          "X-Gitlab-Event-UUID",
          "X-Gitlab-Webhook-UUID",
          "X-Shopify-Hmac-Sha256",
          "X-Shopify-Webhook-Id",
          "X-Shopify-Event-Id",
          "Shopify-Hmac-Sha256",
          "X-Slack-Signature",
          "X-Slack-Request-Timestamp",
          "x-zm-signature",
          "x-zm-request-timestamp",
          "X-Twilio-Signature",
          "x-square-hmacsha256-signature",
          "Paddle-Signature",
          "PayPal-Transmission-Sig",
          "PayPal-Transmission-Id",
          "PayPal-Transmission-Time",
          "PayPal-Cert-Url",
          "PayPal-Auth-Algo",
          "HmacSignature",
          "Protocol",
          "X-Twilio-Email-Event-Webhook-Signature",
          "X-Twilio-Email-Event-Webhook-Timestamp",
          "X-Signature-Ed25519",
          "X-Signature-Timestamp",
          "X-HubSpot-Signature-v3",
          "X-HubSpot-Signature",
          "X-HubSpot-Request-Timestamp",
          "X-HubSpot-Signature-Version",
          "Linear-Signature",
          "Linear-Delivery",
          "Plaid-Verification",
          "x-xero-signature",
          "X-Razorpay-Signature",
          "x-razorpay-event-id",
          "X-Mollie-Signature",
          "Calendly-Webhook-Signature",
          "Typeform-Signature",
          "X-Dropbox-Signature",
          "x-amz-sns-message-type",
          "X-PagerDuty-Signature",
          "X-Zendesk-Webhook-Signature",
          "X-Zendesk-Webhook-Signature-Timestamp",
          "X-Zendesk-Webhook-Invocation-Id",
          "I-Twilio-Idempotency-Token",
          "Idempotency-Key",
          "X-Request-UUID",
          "X-Event-Key",
          "Shopify-Webhook-Id",
          "ce-id",
          "ce-source",
          "X-Signature",
          "Authorization");

  private HeaderNames() {}

  /** Those of the source's own scheme first. */
  static List<String> of(Settings settings, String source) {
    String prefix = "inbox.source." + source + ".hmac.";
    Set<String> names = new LinkedHashSet<>();
    settings.text(prefix + "header").ifPresent(names::add);
    for (String key : List.of("timestamp", "signed", "id")) {
      Matcher named = NAMED.matcher(settings.text(prefix + key).orElse(""));
      while (named.find()) {
        names.add(named.group(1));
      }
    }
    names.addAll(KNOWN);
    return new ArrayList<>(names);
  }
}
