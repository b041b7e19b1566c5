package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Hooks;
import dev.webhookinbox.fixture.Sources;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Independent senders, each with a journal. As a provider does, each sends an event again, signed
 * anew, until somebody answers 2xx, and only then the next.
 */
final class Senders {

  static final String CANARY = "campaign-canary";

  private static final List<String> TYPES =
      List.of("local", "grouped", "ordered", "ordered", "act.keys", "act.lookup");
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int KEYS = 20;

  private final List<Hooks> nodes;
  private final Random seeds;
  private final Duration between;
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isOver;
  private volatile Duration longestRefusal = Duration.ZERO;

  Senders(List<URI> nodes, long seed, Duration between) {
    this.nodes = nodes.stream().map(Hooks::at).toList();
    this.seeds = new Random(seed);
    this.between = between;
  }

  void start(int number) {
    for (int n = 0; n < number; n++) {
      int sender = n;
      Random random = new Random(seeds.nextLong());
      Thread thread = new Thread(() -> send(sender, random), "sender-" + n);
      threads.add(thread);
      thread.start();
    }
  }

  /** Lets each finish what it has begun. */
  void finish() throws InterruptedException {
    isOver = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The type of each event that was answered 2xx, by its id. */
  Map<String, String> acknowledged() {
    return Map.copyOf(acknowledged);
  }

  /** The longest time for which nobody took an event. */
  Duration longestRefusal() {
    return longestRefusal;
  }

  private void send(int sender, Random random) {
    for (int n = 0; !isOver; n++) {
      String type = TYPES.get(random.nextInt(TYPES.size()));
      String key = "k" + sender + "-" + random.nextInt(KEYS);
      String id = "s%d/%s/%06d".formatted(sender, key, n);
      String body = "{\"type\":\"%s\",\"key\":\"%s\",\"of\":\"%s\"}".formatted(type, key, CANARY);
      deliver(id, body, random);
      acknowledged.put(id, type);
      LockSupport.parkNanos(between.toNanos());
    }
  }

  private void deliver(String id, String body, Random random) {
    long begun = System.nanoTime();
    while (!isTaken(nodes.get(random.nextInt(nodes.size())), id, body)) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    synchronized (this) {
      longestRefusal = took.compareTo(longestRefusal) > 0 ? took : longestRefusal;
    }
  }

  private static boolean isTaken(Hooks node, String id, String body) {
    try {
      HttpResponse<String> answer = node.send("standard", Sources.STANDARD.sign(id, body));
      return answer.statusCode() / 100 == 2;
    } catch (CompletionException e) {
      return false; // nobody there, cut off, no answer in time: all the same to a sender
    }
  }
}
