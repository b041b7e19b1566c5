package dev.webhookinbox.campaign;

import dev.webhookinbox.fixture.Database;
import dev.webhookinbox.fixture.Server;
import dev.webhookinbox.fixture.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the judge found, reading the senders' journals, the database, the other system's journal and
 * the logs.
 *
 * @param atLimit actions that were doubled by a process which was frozen between its last look at
 *     its lease and the departure of its call: P9 does not promise against that where the other
 *     system has no operation keys
 * @param violations each a sentence; empty is what is promised
 */
record Verdict(
    long seed,
    Map<Fault, Integer> faults,
    int acknowledged,
    Duration longestRefusal,
    List<String> atLimit,
    List<String> violations) {

  /** In which a call that was held up by a pause arrives, once the pause is over. */
  private static final Duration AFTER_PAUSE = Duration.ofSeconds(1);

  static Verdict of(long seed, Faults faults, Senders senders, Estate estate) {
    Database database = estate.database;
    Map<String, String> acknowledged = senders.acknowledged();
    List<String> violations = new ArrayList<>();
    List<String> atLimit = new ArrayList<>();
    states(acknowledged, database, violations);
    localEffects(acknowledged, database, violations);
    remoteEffects(acknowledged, estate.remote, faults.pauses(), atLimit, violations);
    order(database, violations);
    secrets(estate.all(), violations);
    return new Verdict(
        seed,
        new EnumMap<>(faults.injected()),
        acknowledged.size(),
        senders.longestRefusal(),
        atLimit,
        violations);
  }

  /** P1, P6: every acknowledged event is there and came to its end. */
  private static void states(
      Map<String, String> acknowledged, Database database, List<String> violations) {
    Map<String, String> states = new HashMap<>();
    database
        .rows(
            "SELECT event_id, state || ' ' || coalesce(outcome, '') || ' ' || coalesce(last_error, '') AS state FROM webhook_jobs")
        .forEach(row -> states.put((String) row.get("event_id"), (String) row.get("state")));
    for (String id : acknowledged.keySet()) {
      String state = states.getOrDefault(id, "lost");
      if (!state.startsWith("done done")) {
        violations.add("P1, P6: " + id + " was acknowledged and is " + state);
      }
    }
  }

  /** P7, P8: done and one effect, never the one without the other. */
  private static void localEffects(
      Map<String, String> acknowledged, Database database, List<String> violations) {
    Map<String, Long> effects = new HashMap<>();
    database
        .rows("SELECT event_id, count(*) AS times FROM effects GROUP BY event_id")
        .forEach(row -> effects.put((String) row.get("event_id"), (Long) row.get("times")));
    acknowledged.forEach(
        (id, type) -> {
          long due = type.startsWith("act.") ? 0 : 1;
          long times = effects.getOrDefault(id, 0L);
          if (times != due) {
            violations.add("P7, P8: " + type + " " + id + " has " + times + " local effects");
          }
        });
  }

  /** P9: once a key. */
  private static void remoteEffects(
      Map<String, String> acknowledged,
      Remote remote,
      List<Faults.Pause> pauses,
      List<String> atLimit,
      List<String> violations) {
    Map<String, List<Remote.Effect>> effects = remote.effects();
    effects.forEach(
        (key, those) -> {
          if (those.size() != 1) {
            long late = those.stream().filter(effect -> isHeldUp(effect, pauses)).count();
            (those.size() - late <= 1 ? atLimit : violations)
                .add("P9: " + key + " took place " + those.size() + " times");
          }
        });
    long due = acknowledged.values().stream().filter(type -> type.startsWith("act.")).count();
    if (effects.size() < due) {
      violations.add("P9: " + (due - effects.size()) + " actions did not take place");
    }
  }

  private static boolean isHeldUp(Remote.Effect effect, List<Faults.Pause> pauses) {
    return pauses.stream()
        .filter(pause -> pause.pid() == effect.pid())
        .map(pause -> Duration.between(pause.end(), effect.at()))
        .anyMatch(after -> !after.isNegative() && after.compareTo(AFTER_PAUSE) < 0);
  }

  /** P11: each key's events in the order in which they were acknowledged. */
  private static void order(Database database, List<String> violations) {
    database
        .rows(
            "SELECT event_id, before FROM (SELECT e.event_id, lag(e.event_id) OVER"
                + " (PARTITION BY j.order_key ORDER BY e.id) AS before FROM effects e JOIN webhook_jobs j USING (event_id)"
                + " WHERE j.order_key IS NOT NULL) a WHERE before > event_id")
        .forEach(
            row ->
                violations.add("P11: " + row.get("event_id") + " came after " + row.get("before")));
  }

  /** P13. */
  private static void secrets(List<Server> servers, List<String> violations) {
    for (Server server : servers) {
      for (String line : server.log()) {
        if (line.contains(Senders.CANARY)
            || line.contains(Sources.STANDARD_SECRET)
            || line.contains("v1,")) {
          violations.add("P13: a log holds what it must not: " + line.substring(0, 60));
        }
      }
    }
  }

  /** Those of these promises, as the sentences begin with them. */
  List<String> violations(String promises) {
    return violations.stream().filter(it -> it.startsWith(promises)).toList();
  }

  private int faultsInjected() {
    return faults.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Writes the report into a directory. */
  Verdict written(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("report-" + seed + ".md"), report());
    return this;
  }

  String report() {
    StringBuilder report = new StringBuilder("# Campaign, seed " + seed + "\n\n");
    report.append(
        "Faults injected: " + faultsInjected() + "\n\n| fault | times | is |\n|---|---|---|\n");
    faults.forEach(
        (fault, times) ->
            report.append("| " + fault + " | " + times + " | " + fault.meaning() + " |\n"));
    report.append("\n");
    report.append("Events acknowledged: " + acknowledged + "\n");
    report.append("Longest time until an event was taken: " + longestRefusal + "\n");
    report.append("Calls of a frozen process that arrived late: " + atLimit.size() + "\n");
    report.append("Violations: " + violations.size() + "\n");
    violations.stream().limit(100).forEach(it -> report.append("- " + it + "\n"));
    return report.toString();
  }
}
