package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.HttpProblem;
import dev.holdfast.server.http.Reply;
import dev.holdfast.server.meters.Census;
import dev.holdfast.server.meters.Exposition;
import dev.holdfast.server.meters.Panel;
import dev.holdfast.store.Micros;
import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;

/**
 * All numbers of this node for Prometheus. Asks the store nothing: what is in the store was counted
 * a few seconds ago, however many scrape.
 */
final class MetricsApi {

  private static final double MICROS = 1e6;

  private final Engine engine;
  private final Panel panel;
  private final IntSupplier streams;
  private final boolean enabled;

  /**
   * @param streams how many clients follow streams
   */
  MetricsApi(Engine engine, Panel panel, IntSupplier streams, boolean enabled) {
    this.engine = engine;
    this.panel = panel;
    this.streams = streams;
    this.enabled = enabled;
  }

  Reply metrics(Exchange exchange) {
    if (!enabled) {
      throw HttpProblem.of(404, "not_found", "Metrics are switched off.");
    }
    var out = new Exposition();
    var census = panel.census().latest();
    if (census != null) {
      queue(out, census);
    }
    workers(out);
    steps(out);
    runs(out);
    commits(out);
    process(out);
    return Reply.text(200, Exposition.TYPE, out.text());
  }

  private void queue(Exposition out, Census.Taken census) {
    out.gauge("holdfast_queue_runs", "Runs that wait in the queue; exact up to ten thousand.");
    for (var level : census.queue()) {
      var priority = String.valueOf(level.priority());
      out.sample("holdfast_queue_runs", level.ready(), "priority", priority, "due", "now");
      out.sample("holdfast_queue_runs", level.later(), "priority", priority, "due", "later");
    }
    out.gauge("holdfast_queue_oldest_seconds", "How long the oldest ready run has waited.");
    for (var level : census.queue()) {
      out.sample(
          "holdfast_queue_oldest_seconds",
          census.age(level.oldestReady()).toNanos() / 1e9,
          "priority",
          String.valueOf(level.priority()));
    }
    out.gauge("holdfast_open_runs", "Runs that have not ended, by phase.");
    census.open().forEach((phase, n) -> out.sample("holdfast_open_runs", n, "phase", phase.word()));
    out.gauge("holdfast_dead_letters", "Failed runs that nobody has decided about.");
    out.sample("holdfast_dead_letters", census.deadLetters());
    out.gauge("holdfast_nodes_live", "Nodes that the store believes alive.");
    out.sample("holdfast_nodes_live", census.nodes().stream().filter(n -> n.live()).count());
    out.gauge("holdfast_census_timestamp_seconds", "When the queue was last counted.");
    out.sample("holdfast_census_timestamp_seconds", Micros.of(census.at()) / MICROS);
  }

  private void workers(Exposition out) {
    var workers = engine.workers();
    if (workers == null) {
      return;
    }
    var stats = workers.stats();
    out.gauge("holdfast_workers", "Workers of this node.");
    out.sample("holdfast_workers", stats.busy(), "state", "busy");
    out.sample("holdfast_workers", stats.size() - stats.busy(), "state", "idle");
    out.gauge("holdfast_workers_max", "How many workers there may be.");
    out.sample("holdfast_workers_max", stats.max());
    out.gauge("holdfast_steps_waiting", "Steps that wait for a worker.");
    out.sample("holdfast_steps_waiting", stats.waiting());
    out.counter("holdfast_steps_cut_off_total", "Steps that took longer than they may.");
    out.sample("holdfast_steps_cut_off_total", stats.cutOff());
  }

  private void steps(Exposition out) {
    var totals = panel.meters().read();
    var name = "holdfast_step_attempts_total";
    out.counter(name, "Attempts at steps that are over.");
    out.sample(name, totals.completed(), "outcome", "completed");
    out.sample(name, totals.retried(), "outcome", "retried");
    out.sample(name, totals.failed(), "outcome", "failed");
    out.counter("holdfast_step_retries_total", "Attempts that failed and are followed by another.");
    out.sample("holdfast_step_retries_total", totals.retried());
    out.times("holdfast_step_seconds", "How long attempts took.", totals.stepTimes());
  }

  private void runs(Exposition out) {
    var totals = panel.meters().read();
    out.counter("holdfast_claims_total", "Runs that this node took from the queue.");
    out.sample("holdfast_claims_total", totals.claims());
    out.counter("holdfast_runs_started_total", "Runs that this node accepted.");
    out.sample("holdfast_runs_started_total", totals.runsStarted());
    var name = "holdfast_runs_ended_total";
    out.counter(name, "Runs that ended on this node.");
    out.sample(name, totals.runsCompleted(), "status", "completed");
    out.sample(name, totals.runsFailed(), "status", "failed");
    out.sample(name, totals.runsCancelled(), "status", "cancelled");
    out.counter("holdfast_runs_poisoned_total", "Runs given up because they kept losing nodes.");
    out.sample("holdfast_runs_poisoned_total", totals.givenUp());
    out.gauge("holdfast_runs_in_memory", "Runs in this node's memory.");
    out.sample("holdfast_runs_in_memory", engine.liveRuns());
  }

  private void commits(Exposition out) {
    var totals = panel.meters().read();
    var journal = engine.journalStats();
    out.times("holdfast_commit_seconds", "How long group commits took.", totals.commitTimes());
    out.sizes("holdfast_commit_appends", "Appends in one group commit.", totals.batches());
    out.counter("holdfast_append_conflicts_total", "Appends that lost their place to another.");
    out.sample("holdfast_append_conflicts_total", totals.conflicts());
    out.counter("holdfast_commit_faults_total", "Commits that failed, or without an answer.");
    out.sample("holdfast_commit_faults_total", journal.faults());
    out.gauge("holdfast_appends_waiting", "Appends that wait for the disk.");
    out.sample("holdfast_appends_waiting", journal.waiting());
    out.counter("holdfast_store_statements_total", "Statements that the store executed.");
    out.sample("holdfast_store_statements_total", engine.store().statements());
  }

  private void process(Exposition out) {
    out.gauge("holdfast_stream_clients", "Clients that follow server-sent events.");
    out.sample("holdfast_stream_clients", streams.getAsInt());
    var memory = ManagementFactory.getMemoryMXBean();
    out.gauge("jvm_memory_used_bytes", "Memory in use.");
    out.sample("jvm_memory_used_bytes", memory.getHeapMemoryUsage().getUsed(), "area", "heap");
    out.sample(
        "jvm_memory_used_bytes", memory.getNonHeapMemoryUsage().getUsed(), "area", "nonheap");
    out.gauge("jvm_threads_live", "Platform threads.");
    out.sample("jvm_threads_live", ManagementFactory.getThreadMXBean().getThreadCount());
    out.gauge("process_start_time_seconds", "When this process began.");
    out.sample(
        "process_start_time_seconds", ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3);
  }
}
