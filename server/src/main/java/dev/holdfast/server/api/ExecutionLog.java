package dev.holdfast.server.api;

import dev.holdfast.log.Event;
import dev.holdfast.log.EventCodec;
import dev.holdfast.log.Failure;
import dev.holdfast.server.http.Json;
import dev.holdfast.store.Entry;
import dev.holdfast.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A run's log as lines for people: when, how bad, which step and which try of it, and what. */
final class ExecutionLog {

  private static final String INFO = "info";
  private static final String WARN = "warn";
  private static final String ERROR = "error";

  private final Store store;

  ExecutionLog(Store store) {
    this.store = store;
  }

  /** At most so many lines behind the event with this number. */
  List<ObjectNode> page(UUID run, long after, int limit) {
    List<ObjectNode> lines = new ArrayList<>();
    long from = EventJson.entryBefore(store, run, after);
    while (lines.size() < limit) {
      var entries = store.read(run, from, limit);
      for (var entry : entries) {
        from = entry.seq();
        lines(entry).stream()
            .filter(line -> line.get("seq").asLong() > after)
            .limit(limit - lines.size())
            .forEach(lines::add);
      }
      if (entries.size() < limit) {
        break;
      }
    }
    return lines;
  }

  /** A line for each event of an entry. Large values are not part of any line, so none is read. */
  static List<ObjectNode> lines(Entry entry) {
    List<ObjectNode> lines = new ArrayList<>();
    long seq = entry.seq();
    for (var event : EventCodec.decode(entry, hash -> "null")) {
      lines.add(line(seq++, event));
    }
    return lines;
  }

  private static ObjectNode line(long seq, Event event) {
    var node = Json.object();
    node.put("seq", seq);
    ExecutionJson.micros(node, "timestamp", event.at());
    node.put("level", level(event));
    node.put("node_name", event instanceof Event.OfStep e ? e.step() : null);
    int attempt = attempt(event);
    if (attempt == 0) {
      node.putNull("attempt");
    } else {
      node.put("attempt", attempt);
    }
    node.put("event", event.getClass().getSimpleName());
    node.put("message", message(event));
    return node;
  }

  private static String level(Event event) {
    return switch (event) {
      case Event.StepFailed e -> e.retryable() ? WARN : ERROR;
      case Event.RunFailed e -> ERROR;
      case Event.RunPaused e -> WARN;
      case Event.RunCancelRequested e -> WARN;
      case Event.RunCancelled e -> WARN;
      case Event.ChildEnded e -> e.error() == null ? INFO : WARN;
      case Event.StepLogged e -> e.level();
      default -> INFO;
    };
  }

  private static int attempt(Event event) {
    return switch (event) {
      case Event.StepScheduled e -> e.attempt();
      case Event.StepStarted e -> e.attempt();
      case Event.StepCheckpointed e -> e.attempt();
      case Event.StepLogged e -> e.attempt();
      case Event.StepCompleted e -> e.attempt();
      case Event.StepFailed e -> e.attempt();
      default -> 0;
    };
  }

  private static String message(Event event) {
    return event instanceof Event.OfStep e ? ofStep(e) : ofRun(event);
  }

  private static String ofRun(Event event) {
    return switch (event) {
      case Event.RunCreated e -> "accepted";
      case Event.RunClaimed e -> "taken by " + e.node();
      case Event.RunParked e -> "waits for " + e.waitingFor();
      case Event.RunPaused e -> "paused: " + e.reason();
      case Event.RunResumed e -> "goes on: " + e.decision();
      case Event.RunCancelRequested e -> "cancellation asked for: " + e.reason();
      case Event.RunCancelled e -> "cancelled: " + e.reason();
      case Event.RunCompleted e -> "completed in %d ms".formatted(e.durationMs());
      case Event.RunFailed e -> (e.deadLetter() ? "given up: " : "failed: ") + said(e.error());
      case Event.SignalReceived e -> "signal " + e.name();
      case Event.ValuePublished e -> "published " + e.name();
      case Event.VersionChosen e -> "version %d of %s".formatted(e.version(), e.change());
      case Event.OfStep e -> ofStep(e);
    };
  }

  private static String ofStep(Event.OfStep event) {
    return switch (event) {
      case Event.StepScheduled e -> e.dueAt() == null ? "scheduled" : "scheduled for " + e.dueAt();
      case Event.StepStarted e -> "started";
      case Event.StepCheckpointed e -> "progress stored";
      case Event.StepLogged e -> e.text();
      case Event.StepCompleted e -> "completed in %d ms".formatted(e.durationMs());
      case Event.StepFailed e ->
          "failed: "
              + said(e.error())
              + (e.retryAt() == null ? "" : "; another attempt at " + e.retryAt());
      case Event.StepSkipped e -> "skipped: " + e.reason();
      case Event.ChildEnded e ->
          "run %s %s".formatted(e.child(), e.error() == null ? "completed" : "failed");
      case Event.TriggerRegistered e -> "trigger registered: " + e.triggerType();
      case Event.TriggerInputReceived e -> "input " + e.inputId();
      case Event.TriggerCursorAdvanced e -> "%d inputs processed".formatted(e.processedCount());
      case Event.OutboxEnqueued e -> "message %s to %s".formatted(e.messageId(), e.edge());
      case Event.OutboxSent e -> "message %s sent to %s".formatted(e.messageId(), e.edge());
    };
  }

  private static String said(@Nullable Failure error) {
    return error == null ? "unknown" : error.summary();
  }
}
