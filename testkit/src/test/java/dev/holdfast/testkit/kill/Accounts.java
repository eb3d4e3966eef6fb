package dev.holdfast.testkit.kill;

import dev.holdfast.log.Event;
import dev.holdfast.store.RunStatus;
import dev.holdfast.store.Store;
import dev.holdfast.testkit.RunCheck;
import dev.holdfast.testkit.kill.LedgerFile.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Settles the ledgers of all lives against what the store says in the end. */
final class Accounts {

  private static final Set<String> TRANSACTIONS = Set.of("first", "second");

  private final Store store;
  private final List<Line> ledger;
  private final Map<String, Integer> effects;
  private final List<String> violations = new ArrayList<>();
  private final Map<String, List<Line>> begins = new HashMap<>();
  private int interrupted;

  Accounts(Store store, List<Line> ledger, Map<String, Integer> effects) {
    this.store = store;
    this.ledger = ledger;
    this.effects = new HashMap<>(effects);
  }

  /** Everything that contradicts a promise. */
  List<String> settle() {
    for (var line : ledger) {
      if (line.kind().equals("begin")) {
        var key = line.run() + " " + line.what();
        begins.computeIfAbsent(key, k -> new ArrayList<>()).add(line);
      }
    }
    violations.addAll(RunCheck.violations(store));
    acknowledged();
    RunCheck.runs(store).forEach(this::run);
    effects.keySet().forEach(extra -> violation("an effect without its step: " + extra));
    return violations;
  }

  /** How many executions were cut short and made again. */
  int interrupted() {
    return interrupted;
  }

  private void acknowledged() {
    for (var line : ledger) {
      if (line.kind().equals("ack")) {
        var header = store.header(UUID.fromString(line.run()));
        if (header.isEmpty() || !line.what().equals(header.get().key())) {
          violation("run %s of %s was acknowledged and is lost".formatted(line.run(), line.what()));
        }
      }
    }
  }

  private void run(UUID run) {
    var state = store.header(run).orElseThrow().state();
    if (state.status() != RunStatus.SUCCEEDED) {
      violation("run %s is %s in the end: %s".formatted(run, state.status(), state.lastError()));
    }
    int claims = 0;
    for (var event : RunCheck.events(store, run)) {
      if (event instanceof Event.RunClaimed) {
        claims++;
      }
      if (event instanceof Event.StepCompleted done && done.output().text().contains("life-")) {
        completed(run, done, claims);
      }
    }
  }

  /**
   * A step that was completed by life n was begun in that life or before, at most once for each
   * time the run was claimed up to then (a flaky one fails in between), and never after it.
   */
  private void completed(UUID run, Event.StepCompleted done, int claims) {
    var key = run + " " + done.step();
    var all = begins.getOrDefault(key, List.of());
    int life = Integer.parseInt(done.output().text().replaceAll("\\D", ""));
    boolean transactional = TRANSACTIONS.contains(done.step());
    for (var begin : all) {
      boolean later = begin.life() > life;
      if (later || (begin.life() == life && begin.at().isAfter(done.at()))) {
        violation("step %s begins in %s after %s".formatted(key, begin, done));
      }
    }
    if (all.stream().noneMatch(begin -> begin.life() == life)) {
      violation("step %s was completed by a life that never began it: %s".formatted(key, done));
    }
    boolean flaky = store.header(run).orElseThrow().workflow().equals("flaky");
    long allowed = (long) claims * (flaky ? 1 + Worker.FLAKY_FAILURES : 1);
    if (all.size() > allowed && !transactional) {
      violation(
          "step %s was begun %d times though its run was claimed %d times"
              .formatted(key, all.size(), claims));
    }
    interrupted += all.size() > 1 ? 1 : 0;
    if (transactional) {
      var rows = effects.remove(key);
      if (rows == null || rows != 1) {
        violation("step %s has left %s effects".formatted(key, rows));
      }
    }
  }

  private void violation(String what) {
    violations.add(what);
  }
}
