package dev.webhookinbox.worker;

import dev.webhookinbox.handler.Handlers;
import dev.webhookinbox.inbox.Lane;
import dev.webhookinbox.inbox.Lanes;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives ordered events their turns: at once in the lanes in which this node stored or ended one,
 * and by looking around for the rest (other nodes' deliveries, what an operator retried or let go).
 */
@Dependent
class Turn {

  private static final int MOST = 200;

  private final Set<Lane> moved = ConcurrentHashMap.newKeySet();
  private Lane looked = Lane.START;

  @Inject Lanes lanes;
  @Inject Handlers handlers;

  /** In these something was stored or has ended. */
  void moved(Collection<Lane> where) {
    moved.addAll(where);
  }

  /** Gives the turns that are known to be due; what fails is found by {@link #lookAround}. */
  void give() {
    List<Lane> some = moved.stream().limit(MOST).toList();
    if (!some.isEmpty()) {
      moved.removeAll(some);
      lanes.promote(some);
    }
  }

  /** Whether more is known to be due. */
  boolean isPending() {
    return !moved.isEmpty();
  }

  /**
   * Finds what nobody told, some hundred lanes further each time; true if anything had its turn.
   */
  synchronized boolean lookAround() {
    List<Lanes.Waiting> waiting = lanes.waiting(looked);
    looked = waiting.size() < Lanes.PORTION ? Lane.START : waiting.get(waiting.size() - 1).lane();
    List<Lane> free = new ArrayList<>();
    for (Lanes.Waiting lane : waiting) {
      if (lane.isFree()) {
        free.add(lane.lane());
      }
    }
    return !free.isEmpty() && lanes.promote(free) > 0;
  }

  /** Whether events are ordered here, so that looking around is worth doing often. */
  boolean isOften() {
    return handlers.anyOrdered();
  }
}
