package dev.webhookinbox.worker;

import dev.webhookinbox.inbox.Settlement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What became of an event's handlers in one look at it; who is in none of these is done. */
final class Round {

  /** Those that were called now and are not done. */
  final List<Called> unfinished = new ArrayList<>();

  /** How those wait that cannot be called now. */
  final List<Settlement> notNow = new ArrayList<>();

  /** How those ended that have failed for good before. */
  final SortedSet<String> over = new TreeSet<>();

  /** Whether anybody was called. */
  boolean called;

  /** Whether somebody was passed over because the lease was lost. */
  boolean cutShort;

  /** Whether the event waits for nobody any more, and failed before this look. */
  boolean wasFailed() {
    return unfinished.isEmpty() && notNow.isEmpty() && !over.isEmpty();
  }

  /** As what it failed: that somebody gave it up says more than that attempts were spent. */
  String failedAs() {
    return over.contains("gave-up") ? "gave-up" : "exhausted";
  }
}
