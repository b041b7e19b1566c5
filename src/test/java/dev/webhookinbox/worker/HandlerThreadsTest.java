package dev.webhookinbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.inbox.Lease;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class HandlerThreadsTest {

  private final CountDownLatch gate = new CountDownLatch(1);
  private final Set<Lease> unrecorded = ConcurrentHashMap.newKeySet();
  private final HandlerThreads threads =
      new HandlerThreads(2, new PlainThreads(), unrecorded::contains, held -> {});

  /** As a server's, without the server. */
  private static final class PlainThreads implements ManagedThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
      return new Thread(task);
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
      return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    }
  }

  @AfterEach
  void close() {
    gate.countDown();
    threads.close();
  }

  private static Held held(String id) {
    return new Held(ClaimedJobs.of(id, 0), Duration.ofMinutes(1), System.nanoTime());
  }

  private void begin(Held held) {
    threads.start(List.of(held), this::pass);
  }

  private void pass() {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  @DisplayName("P15: what no thread has begun can be given back, and what runs stays")
  void unstarted() {
    Held first = held("1");
    Held second = held("2");
    Held third = held("3");
    begin(first);
    begin(second);
    begin(third);

    assertThat(threads.unstarted(Duration.ofHours(1))).isEmpty();
    assertThat(threads.unstarted(Duration.ZERO)).containsExactly(third.lease());
    assertThat(threads.leases()).containsExactlyInAnyOrder(first.lease(), second.lease());
    assertThat(threads.drained(Duration.ZERO)).isFalse();
    gate.countDown();
    assertThat(threads.drained(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  @DisplayName("P15: what is done and not recorded yet is still in hand")
  void unrecorded() {
    Held held = held("1");
    unrecorded.add(held.lease());
    gate.countDown();
    begin(held);

    assertThat(threads.drained(Duration.ofMillis(200))).isFalse();
    threads.ended(held.lease());
    assertThat(threads.drained(Duration.ofSeconds(10))).isTrue();
  }
}
