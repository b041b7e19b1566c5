package dev.webhookinbox.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The beginning of an answer's body as text; the rest is read and thrown away. */
final class FirstBytes implements BodySubscriber<String> {

  private static final int MOST = 2_000;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final CompletableFuture<String> text = new CompletableFuture<>();

  @Override
  public CompletionStage<String> getBody() {
    return text;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] bytes = new byte[Math.min(buffer.remaining(), MOST - kept.size())];
      buffer.get(bytes);
      kept.writeBytes(bytes);
    }
  }

  @Override
  public void onError(Throwable e) {
    text.completeExceptionally(e);
  }

  @Override
  public void onComplete() {
    text.complete(kept.toString(UTF_8));
  }
}
