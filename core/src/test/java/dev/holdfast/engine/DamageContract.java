package dev.holdfast.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.store.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Damage done by hand, in SQL, to stores that have it. */
abstract class DamageContract extends VerificationContract {

  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("type", "'other.v1'"),
          Map.entry("payload", "'7'"),
          Map.entry("idempotency_key", "'other'"),
          Map.entry("priority", "1"),
          Map.entry("max_attempts", "1"),
          Map.entry("parent_step", "'other'"),
          Map.entry("order_id", "'other'"),
          Map.entry("namespace", "'other'"),
          Map.entry("attempt", "5"),
          Map.entry("waiting_for", "'other'"),
          Map.entry("last_error", "'other'"),
          Map.entry("result", "'7'"),
          Map.entry("created_at", "updated_at"),
          Map.entry("run_at", "NULL"),
          Map.entry("started_at", "NULL"),
          Map.entry("finished_at", "NULL"),
          Map.entry("updated_at", "created_at"));

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final List<String> expected = new ArrayList<>();

  /** Executes a statement on the tables of the store. */
  abstract void sql(String sql);

  /** The id as it stands in a statement. */
  abstract String literal(UUID id);

  @Override
  void loseHeaders(List<Header> headers) {
    sql("DELETE FROM workflow_run");
  }

  @Test
  void every_kind_of_damage_is_found_and_named() throws Exception {
    var runs = RunsInAllStates.fill(this::open, 20);
    var done = runs.done();
    damageLogs(done, runs.large());
    damageStanding(done, runs);

    assertThat(found()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void every_column_of_the_header_is_compared() throws Exception {
    var runs = RunsInAllStates.fill(this::open, COLUMNS.size()).done();
    int next = 0;
    for (var column : COLUMNS.entrySet()) {
      header(runs.get(next), "SET %s = %s".formatted(column.getKey(), column.getValue()));
      expected.add(runs.get(next) + " HEADER The header says %s is".formatted(column.getKey()));
      next++;
    }

    assertThat(found())
        .hasSameSizeAs(expected)
        .allMatch(problem -> expected.stream().anyMatch(problem::startsWith));
  }

  @Test
  void a_rebuild_leaves_what_it_cannot_read_as_it_is() throws Exception {
    var runs = RunsInAllStates.fill(this::open, 2).done();
    sql("UPDATE run_log SET events = 'no json' WHERE run_id = " + literal(runs.get(0)));
    header(runs.get(0), "SET status = 'failed'");
    header(runs.get(1), "SET status = 'failed'");

    try (var store = open()) {
      var report = Rebuild.of(store, "rebuild", Verification.Listener.NONE);

      assertThat(report.rewritten()).isEqualTo(1);
      assertThat(report.unreadable()).extracting(Problem::run).containsOnly(runs.get(0));
      assertThat(store.header(runs.get(0)).orElseThrow().state().status().word())
          .isEqualTo("failed");
      assertThat(store.header(runs.get(1)).orElseThrow().state().status().word())
          .isEqualTo("succeeded");
    }
  }

  private void damageLogs(List<UUID> runs, UUID large) {
    entry(runs.get(0), 3, "DELETE FROM run_log");
    expect(runs.get(0), Problem.Kind.LOG, "Events 3 to 5 are missing before entry 6.");
    entry(runs.get(1), 1, "DELETE FROM run_log");
    expect(runs.get(1), Problem.Kind.LOG, "Events 1 to 2 are missing before entry 3.");
    insert(runs.get(2), "{\"type\":\"SignalReceived\",\"at\":1,\"name\":\"late\",\"value\":1}");
    expect(
        runs.get(2),
        Problem.Kind.LOG,
        "Event 10, SignalReceived, follows event 9, which ended the run.");
    entry(runs.get(3), 3, "UPDATE run_log SET events = '[{\"type\":\"StepExploded\",\"at\":1}]'");
    expect(
        runs.get(3),
        Problem.Kind.LOG,
        "Entry 3 cannot be read: event type StepExploded was written by a newer Holdfast; run this"
            + " store with that version or a later one");
    entry(runs.get(4), 3, "UPDATE run_log SET count = 2");
    expect(
        runs.get(4),
        Problem.Kind.LOG,
        "Entry 3 cannot be read: entry 3 holds 3 events but claims 2");
    expect(runs.get(4), Problem.Kind.LOG, "Events 5 to 5 are missing before entry 6.");
    sql("DELETE FROM run_log WHERE run_id = " + literal(runs.get(5)));
    expect(runs.get(5), Problem.Kind.LOG, "It has a header but no log.");
    sql("DELETE FROM workflow_run WHERE id = " + literal(runs.get(6)));
    expect(runs.get(6), Problem.Kind.HEADER, "It has a log but no header.");
    damagePayloads(large);
  }

  private void damagePayloads(UUID large) {
    Set<String> hashes;
    try (var store = open()) {
      hashes =
          store.read(large, 0, 100).stream()
              .flatMap(entry -> entry.events().lines())
              .flatMap(text -> HASH.matcher(text).results())
              .map(MatchResult::group)
              .collect(Collectors.toSet());
    }
    assertThat(hashes).hasSize(1);
    sql("UPDATE payload SET data = '\"forged\"'");
    var sentence = "The value %s is not what was stored.".formatted(hashes.iterator().next());
    // The input, the output of a step, and the result.
    expect(large, Problem.Kind.PAYLOAD, sentence);
    expect(large, Problem.Kind.PAYLOAD, sentence);
    expect(large, Problem.Kind.PAYLOAD, sentence);
  }

  private void damageStanding(List<UUID> runs, RunsInAllStates all) {
    header(runs.get(10), "SET leased_by = 'ghost'");
    expect(
        runs.get(10),
        Problem.Kind.LEASE,
        "It is succeeded, and node ghost still has a lease on it.");
    expect(
        runs.get(10),
        Problem.Kind.HEADER,
        "The header says leased_by is ghost, its log says empty.");
    header(runs.get(11), "SET status = 'leased'");
    expect(runs.get(11), Problem.Kind.LEASE, "It is leased, but to no node.");
    expect(
        runs.get(11),
        Problem.Kind.HEADER,
        "The header says status is leased, its log says succeeded.");
    var parkedUntil = dueTimeOf(all.parked());
    header(all.parked(), "SET run_at = NULL, waiting_for = NULL");
    expect(all.parked(), Problem.Kind.STUCK, "It waits for nothing, so nothing will wake it.");
    expect(
        all.parked(),
        Problem.Kind.HEADER,
        "The header says run_at is empty, its log says %s.".formatted(parkedUntil));
    expect(
        all.parked(),
        Problem.Kind.HEADER,
        "The header says waiting_for is empty, its log says the time of night.");
    var beginsAt = dueTimeOf(all.waiting());
    header(all.waiting(), "SET run_at = NULL");
    expect(all.waiting(), Problem.Kind.STUCK, "It has never begun and has no time to begin at.");
    expect(
        all.waiting(),
        Problem.Kind.HEADER,
        "The header says run_at is empty, its log says %s.".formatted(beginsAt));
  }

  private String dueTimeOf(UUID run) {
    try (var store = open()) {
      return String.valueOf(store.header(run).orElseThrow().state().runAt());
    }
  }

  private void header(UUID run, String change) {
    sql("UPDATE workflow_run %s WHERE id = %s".formatted(change, literal(run)));
  }

  private void entry(UUID run, long seq, String change) {
    sql("%s WHERE run_id = %s AND seq = %d".formatted(change, literal(run), seq));
  }

  private void insert(UUID run, String event) {
    sql(
        """
        INSERT INTO run_log (run_id, seq, count, events)
        SELECT %1$s, max(seq + count), 1, '[%2$s]' FROM run_log WHERE run_id = %1$s\
        """
            .formatted(literal(run), event));
  }

  private void expect(UUID run, Problem.Kind kind, String what) {
    expected.add("%s %s %s".formatted(run, kind, what));
  }

  private List<String> found() {
    try (var store = open()) {
      return Verification.of(store, Verification.Listener.NONE).problems().stream()
          .map(problem -> "%s %s %s".formatted(problem.run(), problem.kind(), problem.what()))
          .toList();
    }
  }
}
