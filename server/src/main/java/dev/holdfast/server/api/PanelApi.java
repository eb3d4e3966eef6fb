package dev.holdfast.server.api;

import dev.holdfast.engine.Engine;
import dev.holdfast.server.http.Exchange;
import dev.holdfast.server.http.Json;
import dev.holdfast.server.http.Reply;
import dev.holdfast.server.meters.Census;
import dev.holdfast.server.meters.Histogram;
import dev.holdfast.server.meters.History;
import dev.holdfast.server.meters.Panel;
import dev.holdfast.server.meters.Verdict;
import dev.holdfast.store.RunFilter;
import dev.holdfast.store.RunPhase;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The state of the system, now and over the last day. */
final class PanelApi {

  private static final List<RunPhase> SHOWN =
      List.of(RunPhase.RUNNING, RunPhase.RETRYING, RunPhase.WAITING, RunPhase.PENDING);
  private static final RunFilter DEAD =
      RunFilter.ALL.phases(Set.of(RunPhase.FAILED)).onlyDeadLetters();
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration DISK_PATIENCE = Duration.ofMillis(500);

  /** Nodes come and go, and the names of those that are gone are of interest for a while only. */
  private static final int GONE_MAX = 20;

  private static final Duration LATELY = Duration.ofMinutes(5);
  private static final int MINUTES_DEFAULT = 15;
  private static final int MINUTES_MAX = 1_440;
  private static final double NANOS_PER_MS = 1e6;

  private final Engine engine;
  private final Panel panel;
  private final Causes causes;
  private final int retentionDays;
  private final String kind;
  private final String version;

  /**
   * Over all instruments.
   *
   * @param retentionDays for how many days ended runs are kept; 0 for ever
   */
  PanelApi(Engine engine, Panel panel, Causes causes, int retentionDays) {
    this.causes = causes;
    this.retentionDays = retentionDays;
    this.engine = engine;
    this.panel = panel;
    var figures = engine.store().figures();
    this.kind = figures.kind();
    this.version = figures.version();
  }

  Reply system(Exchange exchange) throws InterruptedException {
    var census = panel.census().take(FRESH);
    var node = Json.object();
    Times.put(node, "now", engine.now());
    node.putObject("store").put("kind", kind).put("version", version);
    var lately = panel.lately(LATELY);
    node.put("summary", Verdict.of(census, engine.node(), lately.faults()));
    queue(node, census);
    workers(node);
    nodes(node, census);
    commit(node.putObject("commit"), lately);
    disk(node);
    node.put("retention_days", retentionDays);
    var dead = node.putObject("dead_letters").put("runs", census.deadLetters());
    dead.put("causes", census.deadLetters() == 0 ? 0 : causes.count(DEAD));
    return Reply.json(200, node);
  }

  Reply history(Exchange exchange) {
    int minutes = (int) Parameters.number(exchange, "minutes", MINUTES_DEFAULT, 1, MINUTES_MAX);
    var reach = Duration.ofMinutes(minutes);
    var node = Json.object();
    node.put("minutes", minutes);
    node.put("every_seconds", History.interval(reach).toSeconds());
    var points = node.putArray("points");
    for (var point : panel.history().since(engine.now().minus(reach), reach)) {
      point(points.addObject(), point);
    }
    return Reply.json(200, node);
  }

  private static void queue(ObjectNode node, Census.Taken census) {
    var levels = node.putArray("queue");
    for (var level : census.queue()) {
      var row = levels.addObject();
      row.put("priority", level.priority());
      row.put("ready", level.ready());
      row.put("later", level.later());
      Times.put(row, "oldest_ready_at", level.oldestReady());
    }
    node.put("exact_up_to", Census.EXACT_UP_TO);
  }

  private void workers(ObjectNode node) {
    var workers = engine.workers();
    if (workers != null) {
      var stats = workers.stats();
      node.putObject("workers")
          .put("size", stats.size())
          .put("busy", stats.busy())
          .put("min", stats.min())
          .put("max", stats.max())
          .put("waiting", stats.waiting())
          .put("cut_off", stats.cutOff());
    }
  }

  private void nodes(ObjectNode node, Census.Taken census) {
    var rows = node.putArray("nodes");
    var gone =
        census.nodes().stream()
            .filter(n -> !n.live())
            .sorted(Comparator.comparing(n -> n.leaseUntil()))
            .toList();
    var forgotten = gone.subList(0, Math.max(0, gone.size() - GONE_MAX));
    for (var known : census.nodes()) {
      if (forgotten.contains(known) && !census.held().containsKey(known.node())) {
        continue;
      }
      var row = rows.addObject();
      row.put("id", known.node());
      row.put("live", known.live());
      row.put("here", known.node().equals(engine.node()));
      Times.put(row, "started_at", known.startedAt());
      Times.put(row, "lease_until", known.leaseUntil());
      row.put("runs", census.held().getOrDefault(known.node(), 0L));
    }
  }

  private static void commit(ObjectNode node, History.Point lately) {
    latency(node, "p50_ms", lately.commitTimes(), 0.5);
    latency(node, "p99_ms", lately.commitTimes(), 0.99);
    var batches = lately.batches();
    if (batches.count() == 0) {
      node.putNull("batch_mean");
    } else {
      node.put("batch_mean", round((double) batches.sum() / batches.count()));
    }
  }

  private void disk(ObjectNode node) throws InterruptedException {
    var disk = panel.disk().get(DISK_PATIENCE);
    if (disk == null) {
      node.putNull("disk");
      return;
    }
    var row = node.putObject("disk");
    row.put("total_bytes", disk.totalBytes());
    number(row, "free_bytes", disk.freeBytes());
    number(row, "volume_free_bytes", disk.volumeFreeBytes());
    var tables = row.putArray("tables");
    for (var table : disk.tables()) {
      tables
          .addObject()
          .put("name", table.name())
          .put("bytes", table.bytes())
          .put("rows", table.rows());
    }
  }

  private static void point(ObjectNode node, History.Point point) {
    Times.put(node, "at", point.at());
    node.put("steps", point.attempts());
    node.put("failed_attempts", point.failedAttempts());
    node.put("runs_started", point.runsStarted());
    node.put("runs_finished", point.runsEnded());
    latency(node, "commit_p50_ms", point.commitTimes(), 0.5);
    latency(node, "commit_p99_ms", point.commitTimes(), 0.99);
    var counts = point.counts();
    if (counts == null) {
      node.putNull("counts");
      return;
    }
    var phases = node.putObject("counts");
    SHOWN.forEach(phase -> phases.put(phase.word(), counts.getOrDefault(phase, 0L)));
  }

  private static void latency(ObjectNode node, String name, Histogram.Reading times, double part) {
    if (times.count() == 0) {
      node.putNull(name);
    } else {
      node.put(name, round(times.quantile(part) / NANOS_PER_MS));
    }
  }

  private static void number(ObjectNode node, String name, @Nullable Long value) {
    if (value == null) {
      node.putNull(name);
    } else {
      node.put(name, value);
    }
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
