package dev.webhookinbox.signature;

import static dev.webhookinbox.signature.Signing.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The providers' own libraries agree, on a thousand random bodies each way: what they sign is
 * genuine here, what is signed here is genuine there, and what is altered is neither.
 */
class SecondOpinionTest {

  private static final int BODIES = 1000;

  private final Random random = new Random(20261201);

  private String body() {
    return "{\"id\":\"evt_"
        + random.nextInt(1_000_000)
        + "\",\"text\":\""
        + random
            .ints(random.nextInt(200), 0x20, 0x2FFF)
            .filter(it -> it != '"' && it != '\\')
            .mapToObj(Character::toString)
            .collect(Collectors.joining())
        + "\"}";
  }

  @Test
  void stripeJavaVerifiesWhatIsVerifiedHere() throws SignatureVerificationException {
    String secret = "whsec_" + random.nextInt();
    Source source = Senders.given("stripe", secret).source();
    Instant now = Instant.now();
    String time = String.valueOf(now.getEpochSecond());
    for (int at = 0; at < BODIES; at++) {
      String body = body();
      String header = Signing.stripe(secret, time, utf8(body)).values().iterator().next();
      assertThat(com.stripe.net.Webhook.Signature.verifyHeader(body, header, secret, 300)).isTrue();
      assertThat(stripe(source, header, body, now)).isInstanceOf(Verdict.Verified.class);
      assertThatThrownBy(
              () -> com.stripe.net.Webhook.Signature.verifyHeader(body + " ", header, secret, 300))
          .isInstanceOf(SignatureVerificationException.class);
      assertThat(stripe(source, header, body + " ", now)).isInstanceOf(Verdict.Rejected.class);
    }
  }

  @Test
  void whatStripeJavaSignsIsVerifiedHere() throws Exception {
    String secret = "whsec_" + random.nextInt();
    Source source = Senders.given("stripe", secret).source();
    Instant now = Instant.now();
    long time = now.getEpochSecond();
    for (int at = 0; at < BODIES; at++) {
      String body = body();
      String signature = com.stripe.net.Webhook.Util.computeHmacSha256(secret, time + "." + body);
      String header = "t=" + time + ",v1=" + signature;
      assertThat(stripe(source, header, body, now)).isInstanceOf(Verdict.Verified.class);
      assertThat(stripe(source, header, body + "\n", now)).isInstanceOf(Verdict.Rejected.class);
    }
  }

  private static Verdict stripe(Source source, String header, String body, Instant now) {
    return source.judge(Given.post(Given.headers("Stripe-Signature", header), utf8(body)), now);
  }

  private String secret() {
    byte[] key = new byte[24 + random.nextInt(41)];
    random.nextBytes(key);
    return "whsec_" + Base64.getEncoder().encodeToString(key);
  }

  @Test
  void standardWebhooksVerifiesWhatIsVerifiedHere() throws WebhookVerificationException {
    String secret = secret();
    Webhook library = new Webhook(secret);
    Source source = Senders.given("standard-webhooks", secret).source();
    Instant now = Instant.now();
    String time = String.valueOf(now.getEpochSecond());
    for (int at = 0; at < BODIES; at++) {
      String body = body();
      Map<String, String> headers = Signing.standard(secret, "msg_" + at, time, utf8(body));
      library.verify(body, fields(headers));
      assertThat(source.judge(Given.post(headers, utf8(body)), now))
          .isInstanceOf(Verdict.Verified.class);
      assertThatThrownBy(() -> library.verify(body + " ", fields(headers)))
          .isInstanceOf(WebhookVerificationException.class);
      assertThat(source.judge(Given.post(headers, utf8(body + " ")), now))
          .isInstanceOf(Verdict.Rejected.class);
    }
  }

  @Test
  void whatStandardWebhooksSignsIsVerifiedHere() throws Exception {
    String secret = secret();
    Webhook library = new Webhook(secret);
    Source source = Senders.given("standard-webhooks", secret).source();
    Instant now = Instant.now();
    String time = String.valueOf(now.getEpochSecond());
    for (int at = 0; at < BODIES; at++) {
      String body = body();
      String id = "msg_" + at;
      Map<String, String> headers =
          Given.headers(
              "webhook-id", id,
              "webhook-timestamp", time,
              "webhook-signature", library.sign(id, now.getEpochSecond(), body));
      assertThat(source.judge(Given.post(headers, utf8(body)), now))
          .isInstanceOf(Verdict.Verified.class);
      assertThat(source.judge(Given.post(headers, utf8(body + "\n")), now))
          .isInstanceOf(Verdict.Rejected.class);
    }
  }

  private static HttpHeaders fields(Map<String, String> headers) {
    return HttpHeaders.of(
        headers.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> List.of(it.getValue()))),
        (name, value) -> true);
  }
}
