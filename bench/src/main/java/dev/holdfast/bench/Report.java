package dev.holdfast.bench;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** All figures of one store, as a table for people and as one JSON object for programs. */
record Report(
    String store,
    double rawRowsPerSecond,
    Throughput throughput,
    Latency latency,
    double recoverySeconds,
    double idleStatementsPerMinute,
    Sleepers sleepers) {

  /** The bars of the project for a store. */
  private record Bars(
      double steps, double runs, double step, double startToFinish, double recovery, double idle) {

    static Bars of(String store) {
      return store.equals("sqlite")
          ? new Bars(50_000, 15_000, 1.6, 3, 5, 10)
          : new Bars(40_000, 12_000, 1.8, 4, 8, 30);
    }
  }

  String json() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("store", "\"" + store + "\"");
    values.put("raw_rows_per_s", round(rawRowsPerSecond));
    values.put("raw_commit_p50_ms", ms(latency.commit().p50Ms()));
    values.put("steps_per_s", round(throughput.stepsPerSecond()));
    values.put("runs_per_s", round(throughput.runsPerSecond()));
    values.put("step_p50_ratio", ratio(latency.step().p50Ms()));
    values.put("start_to_finish_p50_ratio", ratio(latency.job().p50Ms()));
    values.put("start_and_join_p50_ratio", ratio(latency.joined().p50Ms()));
    values.put("start_to_finish_workflow_p50_ratio", ratio(latency.workflow().p50Ms()));
    values.put("recovery_10k_s", ms(recoverySeconds));
    values.put("idle_statements_per_min", ms(idleStatementsPerMinute));
    values.put("heap_per_waiting_run_bytes", round(sleepers.heapPerRun()));
    values.put("heap_100k_waiting_mb", round(sleepers.heapMb()));
    values.put("wake_late_p99_ms", round(sleepers.late().p99Ms()));
    values.put("commits_per_step", format("%.4f", throughput.commitsPerStep()));
    values.put("rows_per_step", ms(throughput.rowsPerStep()));
    values.put("bytes_per_step", round(throughput.bytesPerStep()));
    return values.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  String table() {
    var bars = Bars.of(store);
    var out = new StringBuilder();
    out.append(format("%n%s%n", store));
    line(out, "raw: rows/s, batches of 100", round(rawRowsPerSecond), "");
    line(out, "raw: one commit, p50 / p99", twoMs(latency.commit()), "");
    line(
        out,
        "runs of 10 steps, 1,000 at once: steps/s",
        round(throughput.stepsPerSecond()),
        atLeast(bars.steps(), throughput.stepsPerSecond()));
    line(out, "  as a share of raw rows/s", share(throughput.stepsPerSecond()), "");
    line(out, "  one of those steps, p50 / p99", twoMs(throughput.step()), "");
    line(out, "  commits per step", format("%.4f", throughput.commitsPerStep()), "");
    line(out, "  log rows per step", ms(throughput.rowsPerStep()), "");
    line(out, "  bytes per step", round(throughput.bytesPerStep()), "");
    line(
        out,
        "one-step runs, 1,000 in flight: runs/s",
        round(throughput.runsPerSecond()),
        atLeast(bars.runs(), throughput.runsPerSecond()));
    lone(out, "step of a lone run of 1,000", latency.step(), bars.step());
    lone(out, "one-step run, start to finish", latency.job(), bars.startToFinish());
    lone(out, "the same, started and joined", latency.joined(), 0);
    lone(out, "workflow that calls one step", latency.workflow(), 0);
    line(
        out,
        "10,000 runs, killed: process start to all claimed, s",
        ms(recoverySeconds),
        atMost(bars.recovery(), recoverySeconds));
    line(
        out,
        "idle node: statements per minute",
        ms(idleStatementsPerMinute),
        atMost(bars.idle(), idleStatementsPerMinute));
    var heap = round(sleepers.heapMb());
    line(out, "100,000 runs asleep: heap, MB", heap, atMost(300, sleepers.heapMb()));
    line(out, "  heap per sleeping run, bytes", round(sleepers.heapPerRun()), "");
    line(out, "  a run wakes too late by, p50 / p99", twoMs(sleepers.late()), "");
    return out.toString();
  }

  private void lone(StringBuilder out, String what, Percentiles one, double bar) {
    line(out, what + ", p50 / p99", twoMs(one), "");
    double multiple = one.p50Ms() / latency.commit().p50Ms();
    line(out, "  p50 in raw commits", ms(multiple), bar == 0 ? "" : atMost(bar, multiple));
  }

  private static void line(StringBuilder out, String what, String figure, String verdict) {
    out.append(format("  %-54s %16s  %s%n", what, figure, verdict));
  }

  private String share(double stepsPerSecond) {
    return format("%.0f %%", 100 * stepsPerSecond / rawRowsPerSecond);
  }

  private String ratio(double p50Ms) {
    return ms(p50Ms / latency.commit().p50Ms());
  }

  private static String twoMs(Percentiles latency) {
    return format("%.3f / %.3f ms", latency.p50Ms(), latency.p99Ms());
  }

  private static String atLeast(double bar, double figure) {
    return format("bar: at least %,.0f%s", bar, figure >= bar ? "" : "  MISSED");
  }

  private static String atMost(double bar, double figure) {
    return format("bar: at most %s%s", ms(bar), figure <= bar ? "" : "  MISSED");
  }

  private static String round(double value) {
    return format("%.0f", value);
  }

  private static String ms(double value) {
    return format("%.2f", value);
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
