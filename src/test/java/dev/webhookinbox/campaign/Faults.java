package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.DatabaseTrouble;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.TcpProxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/**
 * Injects faults: every kind once before any comes again, in an order from the seed. What comes up
 * again does so while the next fault is injected; one node at least stays.
 */
final class Faults {

  /** A process that was frozen, and when it went on. */
  record Pause(long pid, Instant end) {}

  /** Longer than the lease. */
  private static final Duration HOLD = Estate.LEASE.plusSeconds(1);

  private static final Duration FROZEN = Estate.LEASE.multipliedBy(2);

  private final Estate estate;
  private final DatabaseTrouble trouble;
  private final Random random;
  private final Deque<Fault> next = new ArrayDeque<>();
  private final Map<Fault, Integer> injected = new EnumMap<>(Fault.class);
  private final List<Pause> pauses = new ArrayList<>();

  Faults(Estate estate, long seed) {
    this.estate = estate;
    this.trouble = new DatabaseTrouble(estate.postgres, estate.database);
    this.random = new Random(seed);
  }

  Map<Fault, Integer> injected() {
    return injected;
  }

  List<Pause> pauses() {
    return pauses;
  }

  void injectNext() {
    if (next.isEmpty()) {
      List<Fault> kinds = new ArrayList<>(Arrays.asList(Fault.values()));
      Collections.shuffle(kinds, random);
      next.addAll(kinds);
    }
    Fault fault = next.remove();
    inject(fault, random.nextInt(estate.size()));
    injected.merge(fault, 1, Integer::sum);
  }

  private void inject(Fault fault, int node) {
    switch (fault) {
      case SERVER_KILLED, SERVER_STOPPED, SERVER_FROZEN -> ofServer(fault, node);
      case DATABASE_CRASHED -> {
        estate.postgres.stopNow();
        estate.postgres.start();
      }
      case DATABASE_READ_ONLY ->
          trouble.withSetting("default_transaction_read_only = on", Faults::hold);
      case STATEMENTS_TIMED_OUT -> trouble.withSetting("statement_timeout = '5ms'", Faults::hold);
      case SESSION_ENDED -> trouble.endOneSession(String.valueOf(random.nextInt()));
      case SESSIONS_REFUSED -> trouble.withoutSessions(Faults::hold);
      case TABLE_LOCKED -> trouble.withLock("webhook_jobs", Faults::hold);
      case COMMIT_CUT -> cutOnce(estate.network);
      case NETWORK_CUT -> estate.network.cutAll();
      case NETWORK_REFUSED -> {
        estate.network.refuse();
        estate.network.cutAll();
        hold();
        estate.network.restore();
      }
      case NETWORK_SILENT -> silent(estate.network);
      case NETWORK_SLOW -> {
        estate.network.delay(Duration.ofMillis(200));
        hold();
        estate.network.restore();
      }
      case ANSWER_CUT -> cutOnce(estate.door(node));
      case SENDERS_CUT -> estate.door(node).cutAll();
      case SENDERS_SILENT -> silent(estate.door(node));
      default -> {
        estate.remote.suffer(fault);
        hold();
        estate.remote.recover();
      }
    }
  }

  private static void hold() {
    LockSupport.parkNanos(HOLD.toNanos());
  }

  private void ofServer(Fault fault, int node) {
    Awaitility.await("the node and another")
        .atMost(Duration.ofMinutes(3))
        .until(
            () -> {
              estate.startAgain();
              return estate.node(node).isReady() && estate.readyNodes() > 1;
            });
    Server server = estate.node(node);
    if (fault == Fault.SERVER_FROZEN) {
      server.stop();
      LockSupport.parkNanos(FROZEN.toNanos());
      pauses.add(new Pause(server.pid(), Instant.now()));
      server.cont();
      return;
    }
    if (fault == Fault.SERVER_KILLED) {
      server.kill9();
    } else {
      server.terminate();
    }
    estate.replace(node);
  }

  private static void silent(TcpProxy proxy) {
    proxy.blackHole();
    hold();
    proxy.restore();
  }

  /** At the next trigger, if one comes in time. */
  private static void cutOnce(TcpProxy proxy) {
    var unused = proxy.cutAtTrigger();
    hold();
    proxy.restore();
  }
}
