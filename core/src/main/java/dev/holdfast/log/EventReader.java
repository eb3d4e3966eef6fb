package dev.holdfast.log;

import dev.holdfast.store.Header;

/** Turns stored fields into events. */
final class EventReader {

  private EventReader() {}

  static Event read(Fields f) {
    var type = f.text("type");
    if (f.number("v", EventCodec.VERSION) > EventCodec.VERSION) {
      throw newer(type);
    }
    return type.startsWith("Run") ? run(type, f) : other(type, f);
  }

  private static Event run(String type, Fields f) {
    var at = f.time("at");
    return switch (type) {
      case "RunCreated" -> created(f);
      case "RunClaimed" -> new Event.RunClaimed(at, f.text("node"));
      case "RunParked" -> new Event.RunParked(at, f.timeOrNull("wakeAt"), f.text("waitingFor"));
      case "RunPaused" -> new Event.RunPaused(at, f.text("reason"), f.jsonOrNull("detail"));
      case "RunResumed" -> new Event.RunResumed(at, f.text("decision"));
      case "RunCancelRequested" -> new Event.RunCancelRequested(at, f.text("reason"));
      case "RunCancelled" -> new Event.RunCancelled(at, f.text("reason"));
      case "RunCompleted" -> new Event.RunCompleted(at, f.json("result"), f.number("ms", 0));
      case "RunFailed" ->
          new Event.RunFailed(
              at, f.failure("error"), f.textOrNull("failedStep"), f.flag("deadLetter"));
      default -> throw newer(type);
    };
  }

  private static Event other(String type, Fields f) {
    var at = f.time("at");
    int attempt = (int) f.number("attempt", 1);
    return switch (type) {
      case "SignalReceived" ->
          new Event.SignalReceived(at, f.text("name"), f.json("value"), f.textOrNull("id"));
      case "ValuePublished" -> new Event.ValuePublished(at, f.text("name"), f.json("value"));
      case "VersionChosen" ->
          new Event.VersionChosen(at, f.text("change"), (int) f.number("version", 0));
      case "StepScheduled" -> {
        var kind = f.textOrNull("kind");
        yield new Event.StepScheduled(
            at, f.text("step"), kind == null ? "step" : kind, attempt, f.timeOrNull("dueAt"));
      }
      case "StepStarted" ->
          new Event.StepStarted(at, f.text("step"), attempt, f.jsonOrNull("input"));
      case "StepCheckpointed" ->
          new Event.StepCheckpointed(at, f.text("step"), attempt, f.json("data"));
      case "StepLogged" ->
          new Event.StepLogged(at, f.text("step"), attempt, f.text("level"), f.text("text"));
      case "StepCompleted" ->
          new Event.StepCompleted(at, f.text("step"), attempt, f.json("output"), f.number("ms", 0));
      case "StepFailed" ->
          new Event.StepFailed(
              at, f.text("step"), attempt, f.failure("error"), f.timeOrNull("retryAt"));
      case "StepSkipped" ->
          new Event.StepSkipped(at, f.text("step"), f.text("reason"), f.jsonOrNull("output"));
      case "ChildEnded" ->
          new Event.ChildEnded(
              at, f.text("step"), f.id("child"), f.jsonOrNull("result"), f.failureOrNull("error"));
      default -> message(type, f);
    };
  }

  private static Event message(String type, Fields f) {
    var at = f.time("at");
    return switch (type) {
      case "TriggerRegistered" ->
          new Event.TriggerRegistered(
              at, f.text("step"), f.text("triggerType"), f.jsonOrNull("config"));
      case "TriggerInputReceived" ->
          new Event.TriggerInputReceived(
              at, f.text("step"), f.text("inputId"), f.json("data"), f.textOrNull("cursor"));
      case "TriggerCursorAdvanced" ->
          new Event.TriggerCursorAdvanced(
              at, f.text("step"), f.text("cursor"), (int) f.number("processed", 0));
      case "OutboxEnqueued" ->
          new Event.OutboxEnqueued(
              at, f.text("step"), f.text("edge"), f.text("message"), f.json("data"));
      case "OutboxSent" ->
          new Event.OutboxSent(at, f.text("step"), f.text("edge"), f.text("message"));
      default -> throw newer(type);
    };
  }

  private static Event created(Fields f) {
    var namespace = f.textOrNull("namespace");
    return new Event.RunCreated(
        f.time("at"),
        f.text("workflow"),
        f.jsonOrNull("input"),
        f.textOrNull("key"),
        (int) f.number("priority", Header.DEFAULT_PRIORITY),
        (int) f.number("maxAttempts", Header.DEFAULT_MAX_ATTEMPTS),
        f.timeOrNull("runAt"),
        f.idOrNull("parentRun"),
        f.textOrNull("parentStep"),
        f.idOrNull("workflowId"),
        f.textOrNull("orderId"),
        namespace == null ? Header.DEFAULT_NAMESPACE : namespace,
        f.jsonOrNull("definition"),
        f.texts("headers"),
        f.timeOrNull("deadline"),
        f.idOrNull("origin"),
        f.idOrNull("retryOf"));
  }

  private static IllegalStateException newer(String type) {
    return new IllegalStateException(
        "event type "
            + type
            + " was written by a newer Holdfast; run this store with that version or a later one");
  }
}
